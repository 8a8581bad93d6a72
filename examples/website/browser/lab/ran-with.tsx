/** What the run that is shown was asked to do: the form may ask for something else by now. */
import { type Plan, SCENARIOS } from '@larder/lab/contract'
import { count, duration } from '@larder/lab/shown'

export function RanWith({ plan }: { readonly plan: Plan }) {
  return (
    <p class="ran-with small">
      <b>{SCENARIOS[plan.scenario].title}</b> · {numbersOf(plan)}
    </p>
  )
}

function numbersOf({ rate, seconds, query, pool, processes }: Plan): string {
  const load = `${count(rate)} requests/s for ${seconds} s`
  return `${load} · query ${duration(query)} · pool ${pool} · ${processes} ${processes === 1 ? 'process' : 'processes'}`
}
