/** What a protection came to, in one sentence that is made from its figures. */
import type { Plan, Totals } from '../contract/index.ts'
import { count, counted, duration } from './format.ts'

export function findingOf(plan: Plan, totals: Totals): string {
  const parts = [queries(plan, totals), readers(totals), failures(totals)]
  return `${parts.filter((part) => part !== null).join('; ')}.`
}

function queries({ pool }: Plan, totals: Totals): string {
  if (totals.queries === 0) return 'No query'
  const ran = counted(totals.queries, 'query', 'queries')
  const { mostInFlight, mostWaiting } = totals
  if (mostWaiting > 0) {
    return `${ran}, up to ${count(mostInFlight + mostWaiting)} at once for ${counted(pool, 'connection', 'connections')}`
  }
  return totals.queries === 1 ? ran : `${ran}, at most ${count(mostInFlight)} at once`
}

function readers({ waited, longest, gaveUp, queries }: Totals): string {
  const who = waited === 0 ? 'nobody' : counted(waited, 'reader', 'readers')
  // Where there was no query, it was an older version's entry that they waited for.
  const waits = `${who} waited${waited > 0 && queries === 0 ? '' : ' for a query'}`
  if (gaveUp > 0) return `${waits}, ${count(gaveUp)} of them until they gave up`
  return longest === null ? waits : `${waits}, the slowest answer took ${duration(longest)}`
}

function failures({ errors }: Totals): string | null {
  return errors > 0 ? `${count(errors)} got an error` : null
}
