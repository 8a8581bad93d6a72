/** A Redis that answers, late. */

import { atMost, between, none } from '../bound.ts'
import { inRounds } from '../readers.ts'
import type { Scenario } from '../scenario.ts'
import { startSlowWire } from '../slow-wire.ts'

/** Less than `storeTimeout`, twice of it is more. */
const DELAY = 350
const ROUNDS = { rounds: 8, readers: 20 }

export const storeSlow: Scenario = {
  name: 'store-slow',
  fails: `Redis answers after ${DELAY} ms; rounds of 20 readers of an absent key`,
  law: 4,
  bound:
    'source calls: 1 per round; store commands: at most 4 per round; no read waits longer than `storeTimeout` in all',
  async run(world) {
    const wire = await startSlowWire(world.redis.port)
    world.onEnd(() => wire.close())
    const cached = world.open({}, { port: wire.port })
    await cached.read(['to begin with'])
    wire.delay = DELAY
    return world.measure(() => inRounds(world, cached, ROUNDS, (round) => [`absent ${round}`]))
  },
  bounds: ({ calls, commands, errors, late }) => [
    between('source calls', calls, ROUNDS.rounds, ROUNDS.rounds),
    atMost('store commands', commands, 4 * ROUNDS.rounds),
    none('errors', errors),
    none('late reads', late),
  ],
}
