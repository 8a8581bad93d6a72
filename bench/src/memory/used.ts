/** The memory of this process after its garbage is gone; it runs with --expose-gc. */
import { setImmediate } from 'node:timers/promises'

/** Bytes of heap. */
export async function usedHeap(): Promise<number> {
  await collect()
  return process.memoryUsage().heapUsed
}

/** Bytes of heap, and of what is held outside of it. */
export async function usedInAll(): Promise<number> {
  await collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Twice, with a turn between: some is garbage only once finalizers have run. */
async function collect(): Promise<void> {
  if (globalThis.gc === undefined) throw new Error('Expected to run with --expose-gc.')
  for (let pass = 0; pass < 2; pass++) {
    globalThis.gc()
    await setImmediate()
  }
}
