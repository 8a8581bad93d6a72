/**
 * The least that must have happened for a run to prove anything: a cache that caches nothing breaks no law, and a fault
 * that never came proves nothing. Far below what a run reaches on a machine that has several
 * times as much to do as it can.
 */
import { faultKinds } from './fault-kinds.ts'
import type { Options } from './options.ts'
import type { Outcome } from './run.ts'

/** Per second. */
const FLOORS = { hits: 5, joined: 1, refusedFills: 0.2, upgrades: 0.4, untouchedEpisodes: 0.2 }
/**
 * Per second, with near caches on. The store must go on being asked; and near rows older than an invalidation are what
 * the ttl is judged by.
 */
const NEAR_FLOORS = { near: 20, storeHits: 5, olderNear: 0.5 }
/** Seconds in which a fault of each kind must have come at least once. */
const FAULT_PERIOD = 20

/** Says of each floor that was missed what was expected, and what was. */
export function missedFloors(
  { verdict, tally, faults }: Outcome,
  { seconds, near, cluster }: Options,
): string[] {
  const { hits, stale, near: nearHits, joined, upgrades } = tally
  const { refusedFills, untouchedEpisodes, excluded } = verdict
  const reached = { hits, joined, refusedFills, upgrades, untouchedEpisodes }
  const reachedNear = { near: nearHits, storeHits: hits + stale - nearHits, olderNear: excluded.near }
  const missed = [
    ...perSecond(FLOORS, reached, seconds),
    ...(near ? perSecond(NEAR_FLOORS, reachedNear, seconds) : []),
  ]
    .concat(
      faultKinds(cluster).map((kind) => {
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
