/** A source that fails for several processes. */

import { between, none } from '../bound.ts'
import type { ReaderAsks } from '../child/reader.ts'
import { forkMember } from '../process.ts'
import type { Scenario } from '../scenario.ts'
import { COOL_DOWN, LONGEST_COOL_DOWN } from '../settings.ts'

const PROCESSES = 4
const READS = { id: 'a', times: 100, pause: 20 }

export const sourceFailingFleet: Scenario = {
  name: 'source-failing-fleet',
  fails: 'the source fails; 4 processes, each reads 1 key 100 times, one after the other',
  law: 4,
  bound: 'source calls of the fleet: at most 1 + elapsed / cool-down, and at least half as many',
  heavy: true,
  async run(world) {
    const { name: contender, redis, source } = world
    const members = Array.from({ length: PROCESSES }, () => {
      const member = forkMember<ReaderAsks>('reader.ts', { contender, port: redis.port }, source.load)
      world.onEnd(() => member.kill())
      return member
    })
    await Promise.all(members.map(({ link }) => link.ask('connect')))
    source.mood = 'failing'
    return world.measure(async () => {
      for (const { tally, commands } of await Promise.all(members.map(({ link }) => link.ask('read', READS))))
        world.add(tally, commands)
    })
  },
  bounds: ({ calls, elapsed, reads, unanswered, late }) => [
    between('source calls', calls, Math.floor((0.5 * elapsed) / LONGEST_COOL_DOWN), 1 + elapsed / COOL_DOWN),
    between('reads', reads, PROCESSES * READS.times, PROCESSES * READS.times),
    none('reads without an answer', unanswered),
    none('late reads', late),
  ],
}
