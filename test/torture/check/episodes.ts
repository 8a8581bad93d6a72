/**
 * Law 1: in an episode that neither a fault nor an invalidation touches, there is one load per version. An episode begins
 * with a load under a lease, and lasts as long as nobody can find its entry stale, or about to be: until then no process
 * must be given the lease to load the same version again. Only a refresh may come earlier (XFetch), and not while the
 * load still runs.
 */
import type { Load, Violation } from '../history.ts'
import type { Moment } from '../moment.ts'
import { JITTER, STORE_TIMEOUT, TTL } from '../settings.ts'
import type { Touched } from './touched.ts'

/** The shortest life of an entry, less the longest window in which it is refreshed along with its siblings. */
const SHORTEST = TTL * (1 - 2 * JITTER)
/** The lease was granted so long before the load, at the most. */
const GRANTED = STORE_TIMEOUT

export interface Episodes {
  readonly untouched: number
  readonly violations: Violation[]
}

export function judgeEpisodes(loads: readonly Load[], touched: Touched): Episodes {
  let untouched = 0
  const violations: Violation[] = []
  for (const { id, same } of byIdAndVersion(loads.filter(({ leased }) => leased !== undefined))) {
    for (const [i, first] of same.entries()) {
      // What failed is not stored: no entry, no episode.
      if (first.failed.includes(id)) continue
      const end = first.ended + SHORTEST
      const next = nextWithin(same, i, end)
      const until = next?.began ?? end
      if (isTouched(touched, id, first, until)) continue
      if (next !== undefined && touched.byTrouble(next.by, id, first.began - GRANTED, until)) continue
      untouched++
      if (next === undefined) continue
      const what = 'a key was loaded again in an episode that nothing touched'
      violations.push({ law: 1, what, evidence: { id, first, next } })
    }
  }
  return { untouched, violations }
}

function nextWithin(same: readonly Load[], at: number, end: Moment): Load | undefined {
  const { ended } = same[at] as Load
  for (let i = at + 1; i < same.length; i++) {
    const load = same[i] as Load
    if (load.began >= end) return undefined
    const isEarlyRefresh = load.background && load.began >= ended
    if (!isEarlyRefresh) return load
  }
  return undefined
}

function isTouched(touched: Touched, id: string, first: Load, until: Moment): boolean {
  const from = first.began - GRANTED
  return (
    touched.byFault(id, from, until) ||
    touched.byTrouble(first.by, id, from, until) ||
    touched.byChange(id, from, until)
  )
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
