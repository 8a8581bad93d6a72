import { expect } from '@jest/globals'
import type { Cache } from '@larder/core'
import type { productLoader } from './product-loader.ts'

const HOUR = 3_600_000

/** Closes the cache while time passes, and says how long that took. Its loads are given no time, unless told otherwise. */
export async function close(
  { cache, clock }: ReturnType<typeof productLoader>,
  options: Parameters<Cache['close']>[0] = { within: 0 },
): Promise<number> {
  const began = clock.monotonic()
  let took: number | undefined
  const closing = cache.close(options).then(() => {
    took = clock.monotonic() - began
  })
  while (took === undefined && clock.monotonic() - began < HOUR) await clock.advance(10)
  await closing
  return took as number
}

/** Nothing is pending, and nothing happens any more, however long one waits. */
export async function expectSilence({ clock, store, source }: ReturnType<typeof productLoader>) {
  expect(clock.timers).toBe(0)
  const commands = () => COMMANDS.map((name) => store.calls(name).length)
  const before = [...commands(), source.calls.length]
  await clock.advance(HOUR)
  expect([...commands(), source.calls.length]).toEqual(before)
}
const COMMANDS = [
  ...(['readMany', 'writeMany', 'deleteMany', 'acquire', 'fill', 'fail', 'release'] as const),
  ...(['promote', 'invalidate', 'prime'] as const),
]
