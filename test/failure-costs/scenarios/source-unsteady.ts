/** A source that is slow, or fails and recovers all the time, while there are stale values to serve. */
import { setTimeout } from 'node:timers/promises'
import { between, none } from '../bound.ts'
import type { Counts } from '../counts.ts'
import { inRounds, names, warm } from '../readers.ts'
import type { Scenario } from '../scenario.ts'
import { COOL_DOWN, LONGEST_COOL_DOWN, SOURCE_TIME } from '../settings.ts'
import type { World } from '../world.ts'

const KEYS = names('key', 10)
const FRESH = 300
const POLICY = { ttl: FRESH, grace: '1m' } as const
const ROUNDS = { rounds: 100, readers: 20, pause: 15 }
const FLAP = 200

async function readStale(world: World, befall: (signal: AbortSignal) => Promise<void>): Promise<Counts> {
  const cached = world.open(POLICY)
  await warm(cached, KEYS)
  const over = new AbortController()
  return world.measure(async () => {
    const befalling = befall(over.signal)
    await inRounds(world, cached, ROUNDS, () => KEYS)
    over.abort()
    await befalling
  })
}

export const sourceSlow: Scenario = {
  name: 'source-slow',
  fails: 'the source takes ten times as long; 20 readers of 10 keys that become stale',
  law: 2,
  bound: 'keys loaded: at most 1 per key and `ttl`, and at least half as many; no read waits for the source',
  run: (world) =>
    readStale(world, async () => {
      world.source.mood = 'slow'
    }),
  bounds: ({ keys, elapsed, loaded, errors, late }) => [
    between(
      'keys loaded',
      keys,
      (KEYS.length * elapsed) / (FRESH + 10 * SOURCE_TIME) / 2,
      KEYS.length * (1 + elapsed / FRESH),
    ),
    none('reads that waited for the source', loaded),
    none('errors', errors),
    none('late reads', late),
  ],
}

export const sourceFlapping: Scenario = {
  name: 'source-flapping',
  fails: 'the source fails and is well by turns; 20 readers of 10 keys that become stale',
  law: 4,
  bound: 'keys loaded: at most 1 per key and cool-down, and at least 1 in four of them; no read fails',
  run: (world) =>
    readStale(world, async (signal) => {
      for (let turn = 0; !signal.aborted; turn++) {
        world.source.mood = turn % 2 === 0 ? 'failing' : 'well'
        await setTimeout(FLAP, undefined, { signal }).catch(() => {})
      }
    }),
  bounds: ({ keys, elapsed, loaded, errors }) => [
    between(
      'keys loaded',
      keys,
      (KEYS.length * elapsed) / LONGEST_COOL_DOWN / 4,
      KEYS.length * (1 + elapsed / COOL_DOWN),
    ),
    none('reads that waited for the source', loaded),
    none('errors', errors),
  ],
}
