/** A Redis to which there is no connection, and one that comes back empty. */

import { atMost, between, none } from '../bound.ts'
import { inRounds, names, warm } from '../readers.ts'
import type { Scenario } from '../scenario.ts'
import { COOL_DOWN, LONGEST_COOL_DOWN, NO_CIRCUIT } from '../settings.ts'

const KEYS = names('key', 5)
const ROUNDS = { rounds: 8, readers: 20 }

export const storeRefused: Scenario = {
  name: 'store-refused',
  fails: 'Redis refuses connections; rounds of 20 readers of 5 keys',
  law: 4,
  bound: 'source calls: 1 per round; store commands: none, but for one that meets the end of the connection',
  async run(world) {
    const cached = world.open()
    await warm(cached, KEYS)
    await world.redis.kill()
    return world.measure(() => inRounds(world, cached, ROUNDS, () => KEYS))
  },
  bounds: ({ calls, commands, errors, late }) => [
    between('source calls', calls, ROUNDS.rounds, ROUNDS.rounds),
    // With the one may go the question for the time.
    atMost('store commands', commands, 2),
    none('errors', errors),
    none('late reads', late),
  ],
}

export const bothDown: Scenario = {
  name: 'both-down',
  fails: 'Redis refuses connections and the source fails; 20 readers of 1 key',
  law: 4,
  bound:
    'source calls: at most 1 + elapsed / cool-down, and at least half as many; store commands: none, but for one that meets the end of the connection',
  async run(world) {
    const cached = world.open({ source: NO_CIRCUIT })
    await warm(cached, KEYS)
    await world.redis.kill()
    world.source.mood = 'failing'
    const end = performance.now() + 6 * COOL_DOWN
    return world.measure(async () => {
      while (performance.now() < end)
        await inRounds(world, cached, { rounds: 1, readers: 20 }, () => ['absent'])
    })
  },
  bounds: ({ calls, elapsed, commands, unanswered, late }) => [
    between('source calls', calls, Math.floor((0.5 * elapsed) / LONGEST_COOL_DOWN), 1 + elapsed / COOL_DOWN),
    atMost('store commands', commands, 2),
    none('reads without an answer', unanswered),
    none('late reads', late),
  ],
}

const MANY = names('key', 100)

export const storeRestarted: Scenario = {
  name: 'store-restarted',
  fails: 'Redis comes back empty; 20 readers of 100 keys at once',
  law: 1,
  bound: 'keys loaded: 1 per key',
  async run(world) {
    const cached = world.open()
    await warm(cached, MANY)
    await world.redis.restart()
    // The connection is there again.
    await warm(cached, ['another'])
    return world.measure(() => inRounds(world, cached, { rounds: 5, readers: 20 }, () => MANY))
  },
  bounds: ({ keys, errors, late }) => [
    between('keys loaded', keys, MANY.length, MANY.length),
    none('errors', errors),
    none('late reads', late),
  ],
}
