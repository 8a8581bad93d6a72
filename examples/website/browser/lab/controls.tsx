/** The form: what a run is asked to do. */
import { PROTECTIONS, protectionNames, SCENARIOS, scenarioNames } from '@larder/lab/contract'
import { type Draft, readDraft } from './draft.ts'
import type { FormPartProps } from './form-part.ts'
import { NumberFields } from './number-fields.tsx'
import { goesOn } from './state.ts'
import { Swatch } from './swatch.tsx'
import type { Lab } from './use-lab.ts'

/** The button that submits it stands elsewhere, and names it. */
export const FORM = 'plan'

export function Controls({ lab: { state, edit, run, stop } }: { readonly lab: Lab }) {
  const { draft, about, asking } = state
  const isRunning = goesOn(state)
  const change = (part: Partial<Draft>) => edit({ ...draft, ...part })
  const { problem } = readDraft(draft)
  const submit = (event: Event) => {
    event.preventDefault()
    if (isRunning) stop()
    else if (!asking) run()
  }
  return (
    <form id={FORM} class="controls" onSubmit={submit}>
      <Scenarios draft={draft} change={change} disabled={isRunning} />
      <Protections draft={draft} change={change} disabled={isRunning} />
      <NumberFields draft={draft} change={change} disabled={isRunning} about={about} />
      {problem !== null && (
        <p class="fault" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

function Scenarios({ draft, change, disabled }: FormPartProps) {
  return (
    <div role="radiogroup" aria-labelledby="scenario">
      <h2 id="scenario" class="label">
        Scenario
      </h2>
      <div class="scenarios">
        {scenarioNames.map((name) => (
          <label key={name} class="scenario">
            <input
              type="radio"
              name="scenario"
              disabled={disabled}
              checked={draft.scenario === name}
              onChange={() => change({ scenario: name })}
              aria-labelledby={`title-${name}`}
              aria-describedby={`what-${name}`}
            />
            <b id={`title-${name}`}>{SCENARIOS[name].title}</b>
            <span id={`what-${name}`} class="muted small">
              {SCENARIOS[name].what}
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}

function Protections({ draft, change, disabled }: FormPartProps) {
  return (
    <fieldset disabled={disabled}>
      <legend>Protection</legend>
      {protectionNames.map((name) => (
        <label key={name} class="protection" title={PROTECTIONS[name].what}>
          <input
            type="checkbox"
            class="switch"
            checked={draft.protections.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              change({
                protections: protectionNames.filter((one) =>
                  one === name ? checked : draft.protections.includes(one),
                ),
              })
            }
          />
          <Swatch of={name} /> {PROTECTIONS[name].title}
        </label>
      ))}
    </fieldset>
  )
}
