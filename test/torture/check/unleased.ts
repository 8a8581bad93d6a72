/**
 * Law 4: a part of the store that is out costs the keys of the others nothing. So a row is loaded without a lease only
 * where its part has just failed the process, or did not know of an invalidation yet; or where a fault has kept whoever
 * held the lease for longer than others wait.
 */
import type { Load, Violation } from '../history.ts'
import { STORE_TIMEOUT } from '../settings.ts'
import type { Touched } from './touched.ts'

/** A read waits for the other parts of its batch before it loads what has failed; twice as long, for a busy machine. */
const RECENT = 2 * STORE_TIMEOUT

export function judgeUnleased(loads: readonly Load[], touched: Touched): Violation[] {
  return loads
    .filter(({ leased }) => leased === undefined)
    .flatMap((load) => {
      const { by, began } = load
      const since = began - RECENT
      const isExcused = (id: string) =>
        touched.byTrouble(by, id, since, began) ||
        touched.byChange(id, since, began) ||
        touched.byFault(id, since, began)
      const ids = load.ids.filter((id) => !isExcused(id))
      if (ids.length === 0) return []
      const what = 'a key was loaded without a lease, though its part of the store answered'
      return [{ law: 4, what, evidence: { ids, load } }]
    })
}
