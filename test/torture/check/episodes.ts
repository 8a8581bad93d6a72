/**
 * Law 1: in an episode that neither a fault nor an invalidation touches, there is one load per version. An episode begins
 * with a load, and lasts as long as nobody can find its entry stale, or about to be: until then the same version of the
 * same key must not be loaded again. Only a refresh may come earlier (XFetch), and not while the load still runs.
 */
import type { Load, Violation } from '../history.ts'
import type { Moment } from '../moment.ts'
import { JITTER, TTL, WAIT_TIMEOUT } from '../settings.ts'
import type { Touched } from './touched.ts'

/** The shortest life of an entry, less the longest window in which it is refreshed along with its siblings. */
const SHORTEST = TTL * (1 - 2 * JITTER)
/** Readers may have lost patience for what happened so long ago, and then each process loads alone. */
const AFTERMATH = WAIT_TIMEOUT

export interface Episodes {
  readonly untouched: number
  readonly violations: Violation[]
}

export function judgeEpisodes(loads: readonly Load[], touched: Touched): Episodes {
  let untouched = 0
  const violations: Violation[] = []
  for (const { id, same } of byIdAndVersion(loads)) {
    for (const [i, first] of same.entries()) {
      const end = first.ended + SHORTEST
      const next = same.slice(i + 1).find((load) => load.began < end && !isEarlyRefresh(first, load))
      if (isTouched(touched, id, first, next?.began ?? end)) continue
      untouched++
      if (next === undefined) continue
      const what = 'a key was loaded again in an episode that nothing touched'
      violations.push({ law: 1, what, evidence: { id, first, next } })
    }
  }
  return { untouched, violations }
}

function isTouched(touched: Touched, id: string, first: Load, until: Moment): boolean {
  const from = first.began - AFTERMATH
  return (
    touched.byFault(from, until) || touched.byChange(id, from, until) || touched.byFailure(id, from, until)
  )
}

function isEarlyRefresh(first: Load, load: Load): boolean {
  return load.background && load.began >= first.ended
}

/** In each group the loads are in the order in which they began. */
function byIdAndVersion(loads: readonly Load[]): Iterable<{ id: string; same: Load[] }> {
  const groups = new Map<string, { id: string; same: Load[] }>()
  for (const load of [...loads].sort((a, b) => a.began - b.began)) {
    for (const id of load.ids) {
      const name = `${id} ${load.version}`
      const group = groups.get(name) ?? { id, same: [] }
      groups.set(name, group)
      group.same.push(load)
    }
  }
  return groups.values()
}
