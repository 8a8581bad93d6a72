/** A source that fails while its keys go on being written to. */
import { setTimeout } from 'node:timers/promises'
import { between, none } from '../bound.ts'
import type { Cached } from '../contenders/contender.ts'
import type { Scenario } from '../scenario.ts'
import { COOL_DOWN, LONGEST_COOL_DOWN, NO_CIRCUIT } from '../settings.ts'

const READERS = 4
const LASTS = 7 * COOL_DOWN

export const sourceFailingInvalidated: Scenario = {
  name: 'source-failing-invalidated',
  fails: 'the source fails; 4 caches read 1 key by turns, which a fifth invalidates all the while',
  law: 4,
  bound: 'source calls of the fleet: at most 1 + elapsed / cool-down, and at least half as many',
  run(world) {
    const readers = Array.from({ length: READERS }, () => world.open({ source: NO_CIRCUIT }))
    const writer = world.open()
    world.source.mood = 'failing'
    return world.measure(async () => {
      const end = performance.now() + LASTS
      const writing = invalidateUntil(writer, end)
      for (let i = 0; performance.now() < end; i++) {
        await world.read(readers[i % READERS] as Cached, ['a'])
        await setTimeout(10)
      }
      await writing
    })
  },
  bounds: ({ calls, elapsed, unanswered, late }) => [
    between('source calls', calls, Math.floor((0.5 * elapsed) / LONGEST_COOL_DOWN), 1 + elapsed / COOL_DOWN),
    none('reads without an answer', unanswered),
    none('late reads', late),
  ],
}

/** So often that it falls into each load. */
async function invalidateUntil(cached: Cached, end: number): Promise<void> {
  while (performance.now() < end) {
    await cached.invalidate('a')
    await setTimeout(2)
  }
}
