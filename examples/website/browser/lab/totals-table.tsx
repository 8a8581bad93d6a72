/** What the run came to: a row for each figure, a column for each protection. */
import { PROTECTIONS } from '@larder/lab/contract'
import { FIGURES, type Figure, leastOf } from '@larder/lab/shown'
import { EVENT_SECOND } from './charts.ts'
import type { Round, Run } from './run.ts'
import { Swatch } from './swatch.tsx'

export function TotalsTable({ run: { plan, rounds } }: { readonly run: Run }) {
  const isReal = rounds.some(({ totals }) => totals?.database !== undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section class="wide scroll" tabIndex={0} aria-label="Totals">
      <table class="totals">
        <caption>
          Totals
          <span class="muted small">
            p50, p99 and longest are of the requests that ended after {EVENT_SECOND} s.
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            {rounds.map(({ protection }) => (
              <th key={protection} scope="col" class="number">
                <Swatch of={protection} /> {PROTECTIONS[protection].title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FIGURES.filter(({ real }) => isReal || real === undefined).map((figure) => (
            <tr key={figure.title}>
              <th scope="row">{figure.title}</th>
              {cellsOf(figure, rounds).map(({ protection, value, isLeast }) => (
                <td key={protection} class="number" data-value={value ?? ''}>
                  {isLeast && <span class="least">least</span>}{' '}
                  {value === null ? '–' : figure.text(value, plan)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function cellsOf({ of, least }: Figure, rounds: readonly Round[]) {
  const values = rounds.map(({ totals }) => (totals === null ? null : of(totals)))
  const best = least === undefined ? null : leastOf(values)
  return rounds.map(({ protection }, index) => {
    const value = values[index] ?? null
    return { protection, value, isLeast: value !== null && value === best }
  })
}
