/** A failing source that is invalidated while it is asked: the cool-down holds all the same. */
import { expect, test } from '@jest/globals'
import { barrier, type ManualClock } from '@larder/core/testing'
import { fleet } from './support/fleet.ts'
import { outcomeOf } from './support/observed-cache.ts'

const cooldown = { base: '10s', cap: '10s' } as const
const source = { circuit: { minimum: 1_000_000 } }

test('law 4: keys that are invalidated during each load cool down, in all processes', async () => {
  const { clock, source: rows, join } = fleet()
  clock.draw = () => 0
  const processes = [join({ loader: { cooldown, source } }), join({ loader: { cooldown, source } })]
  rows.inject(failsAfter(clock, 50))

  for (let i = 0; i < 40; i++) {
    const [reader, writer] = i % 2 === 0 ? processes : [...processes].reverse()
    const read = outcomeOf((reader as (typeof processes)[0]).rows.load('a'))
    await clock.advance(20)
    await writer?.rows.invalidate('a')
    await clock.advance(480)
    await read
  }

  // One at the beginning and one after each cool-down, in 20 s.
  expect(rows.calls.length).toBeLessThanOrEqual(3)
  expect(rows.calls.length).toBeGreaterThanOrEqual(2)
})

test('law 4: the cool-downs of a key that is invalidated during each load grow', async () => {
  const { clock, source: rows, join } = fleet()
  clock.draw = () => 0
  const [one, other] = [join({ loader: { source } }), join({ loader: { source } })]
  const failures = [one, other].flatMap((each) => [each.events('cool-down')])

  for (const [i, { rows: loader }] of [one, other, one, other].entries()) {
    const asked = barrier()
    rows.inject(async () => {
      await asked.pass()
      throw new Error('down')
    })
    const read = outcomeOf(loader.load('a'))
    await asked.arrived()
    await loader.invalidate('a')
    asked.open()
    await read
    await clock.advance(100 * 2 ** i)
  }

  expect(failures.flat().map((event) => event.failures)).toEqual([1, 3, 2, 4])
})

function failsAfter(clock: ManualClock, ms: number) {
  return () =>
    new Promise<never>((_, reject) => void clock.after(ms, () => reject(new Error('down')), { ref: true }))
}
