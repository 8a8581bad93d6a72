/** The numbers of the form. The browser holds them within their limits and says so. */
import { type About, LIMITS, type Numbers } from '@larder/lab/contract'
import type { FormPartProps } from './form-part.ts'

const TITLES: Readonly<Record<keyof Numbers, string>> = {
  rate: 'Requests per second',
  seconds: 'Seconds',
  query: 'Query, ms',
  pool: 'Pool',
  processes: 'Processes',
}

export function NumberFields({
  draft,
  change,
  disabled,
  about,
}: FormPartProps & { readonly about: About | null }) {
  const mostProcesses = about?.mostProcesses ?? LIMITS.processes[1]
  const isAlone = mostProcesses === 1
  return (
    <fieldset disabled={disabled}>
      <legend>Load and database</legend>
      <div class="numbers">
        {(Object.keys(TITLES) as (keyof Numbers)[]).map((name) => (
          <div key={name} class="field">
            <label for={`number-${name}`}>{TITLES[name]}</label>
            <input
              id={`number-${name}`}
              type="number"
              inputMode="numeric"
              required
              min={LIMITS[name][0]}
              max={name === 'processes' ? mostProcesses : LIMITS[name][1]}
              value={draft[name]}
              onInput={({ currentTarget }) => change({ [name]: currentTarget.value })}
              disabled={name === 'processes' && isAlone}
              aria-describedby={name === 'processes' && isAlone ? 'alone' : undefined}
            />
          </div>
        ))}
      </div>
      {isAlone && (
        <p id="alone" class="muted small">
          One process: there is no Redis here that several could share.
        </p>
      )}
    </fieldset>
  )
}
