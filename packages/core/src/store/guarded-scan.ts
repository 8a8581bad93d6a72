/** Going through the keys of a store, each step of it a command like any other. */
import type { StoreGuard } from './store-guard.ts'

/**
 * Ends with a `StoreError`.
 *
 * @param leases Keys of leases that are kept in this process: they come first.
 */
export async function* guardedScan(
  guard: StoreGuard,
  found: AsyncIterable<string>,
  leases: Iterable<string> = [],
): AsyncGenerator<string, void> {
  yield* leases
  const keys = found[Symbol.asyncIterator]()
  const command = { operation: 'scan', part: undefined, reads: true }
  for (;;) {
    const next = await guard.run(command, () => keys.next())
    if (next.done) return
    yield next.value
  }
}
