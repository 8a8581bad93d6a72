/** What a protection came to, in one sentence that is made from its figures. */
import type { Plan, Totals } from '@larder/lab/contract'
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

function readers({ waited, longest }: Totals): string {
  const who = waited === 0 ? 'nobody waited' : `${counted(waited, 'reader', 'readers')} waited`
  return longest === null ? who : `${who}, the slowest answer took ${duration(longest)}`
}

function failures({ errors, gaveUp }: Totals): string | null {
  const parts = [
    errors > 0 ? `${count(errors)} got an error` : null,
    gaveUp > 0 ? `${count(gaveUp)} gave up` : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}
