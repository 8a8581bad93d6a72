/**
 * The least that must have happened for a run to prove anything: a cache that caches nothing breaks no law, and a fault
 * that never came proves nothing. Far below what a run on a busy machine reaches.
 */
import { faultKinds } from './fault-kinds.ts'
import type { Options } from './options.ts'
import type { Outcome } from './run.ts'

/** Per second. */
const FLOORS = { hits: 20, joined: 3, refusedFills: 0.5, upgrades: 1, untouchedEpisodes: 0.5 }
/**
 * Per second, with near caches on. The store must go on being asked; and near rows older than an invalidation are what
 * the ttl is judged by.
 */
const NEAR_FLOORS = { near: 100, storeHits: 20, olderNear: 5 }
/** Seconds in which a fault of each kind must have come at least once. */
const FAULT_PERIOD = 20

/** Says of each floor that was missed what was expected, and what was. */
export function missedFloors({ verdict, tally, faults }: Outcome, options: Options): string[] {
  const { seconds, near } = options
  const { hits, stale, near: nearHits, joined, upgrades } = tally
  const { refusedFills, untouchedEpisodes, excluded } = verdict
  const reached = { hits, joined, refusedFills, upgrades, untouchedEpisodes }
  const reachedNear = { near: nearHits, storeHits: hits + stale - nearHits, olderNear: excluded.near }
  const missed = [
    ...perSecond(FLOORS, reached, seconds),
    ...(near ? perSecond(NEAR_FLOORS, reachedNear, seconds) : []),
  ]
    .concat(
      faultKinds(options).map((kind) => {
        return { name: `faults "${kind}"`, least: Math.floor(seconds / FAULT_PERIOD), was: faults[kind] ?? 0 }
      }),
    )
    .filter(({ least, was }) => was < least)
  return missed.map(({ name, least, was }) => `expected at least ${least} ${name}, there were ${was}`)
}

function perSecond<N extends string>(floors: Record<N, number>, reached: Record<N, number>, seconds: number) {
  return (Object.keys(floors) as N[]).map((name) => ({
    name: name as string,
    least: Math.floor(floors[name] * seconds),
    was: reached[name],
  }))
}
