/** All charts of a run, under one cursor. */
import { DEFAULTS, PROTECTIONS } from '@larder/lab/contract'
import { useMemo, useState } from 'preact/hooks'
import { Chart } from './chart.tsx'
import { type ChartKind, FURTHER_CHARTS, mainCharts } from './charts.ts'
import { Cursor } from './cursor.tsx'
import { linesOf, stackOf, timesOf } from './lines.ts'
import { marksOf } from './marks.ts'
import type { Round } from './run.ts'
import type { LabState } from './state.ts'

const NONE: readonly Round[] = []

export function Charts({ state: { about, run, draft } }: { readonly state: LabState }) {
  const [pointed, setCursor] = useState<number | null>(null)
  const plan = run?.plan ?? { ...DEFAULTS, scenario: draft.scenario }
  const rounds = run?.rounds ?? NONE
  const times = useMemo(() => timesOf(rounds), [rounds])
  // A new run may not have come as far as the one before.
  const cursor = pointed !== null && pointed < times.length ? pointed : null
  const common = { times, cursor, onCursor: setCursor, seconds: plan.seconds }
  const compare = (kind: ChartKind) => (
    <Chart
      {...common}
      key={kind.title}
      title={kind.title}
      unit={kind.unit}
      lines={linesOf(kind, rounds, times)}
      marks={marksOf(plan, kind)}
      big={kind.big}
      since={kind.since}
    />
  )
  const [first, ...others] = mainCharts(about)
  return (
    <>
      <section class="section seconds" aria-labelledby="charts">
        <div class="charts-head">
          <h2 id="charts">Second by second</h2>
          <Cursor times={times} index={cursor} onChange={setCursor} />
        </div>
        {compare(first)}
        <div class="charts">{others.map(compare)}</div>
      </section>
      <div class="wide charts">{FURTHER_CHARTS.map(compare)}</div>
      {rounds.length > 0 && (
        <section class="wide section" aria-labelledby="outcomes">
          <h2 id="outcomes">What became of requests, per second</h2>
          <div class="charts">
            {rounds.map((round) => (
              <Chart
                {...common}
                key={round.protection}
                title={PROTECTIONS[round.protection].title}
                unit="count"
                lines={stackOf(round, times)}
                marks={marksOf(plan)}
              />
            ))}
          </div>
        </section>
      )}
    </>
  )
}
