/** All charts of a run, under one cursor. */
import { DEFAULTS, PROTECTIONS } from '@larder/lab/contract'
import { useMemo, useState } from 'preact/hooks'
import { Chart } from './chart.tsx'
import { type ChartKind, IN_FLIGHT, smallCharts } from './charts.ts'
import { Cursor } from './cursor.tsx'
import { linesOf, stackOf, timesOf } from './lines.ts'
import { marksOf } from './marks.ts'
import type { LabState } from './state.ts'

export function Charts({ state: { about, run } }: { readonly state: LabState }) {
  const [cursor, setCursor] = useState<number | null>(null)
  const plan = run?.plan ?? DEFAULTS
  const rounds = run?.rounds ?? NONE
  const times = useMemo(() => timesOf(rounds), [rounds])
  const common = { times, cursor, onCursor: setCursor, seconds: plan.seconds }
  const compare = (kind: ChartKind, big = false) => (
    <Chart
      {...common}
      key={kind.title}
      title={kind.title}
      unit={kind.unit}
      lines={linesOf(kind, rounds, times)}
      marks={marksOf(plan, kind.limit)}
      big={big}
    />
  )
  return (
    <section class="section" aria-labelledby="charts">
      <div class="charts-head">
        <h2 id="charts">What happened, second by second</h2>
        <Cursor times={times} index={cursor} onChange={setCursor} />
      </div>
      {compare(IN_FLIGHT, true)}
      <div class="charts">{smallCharts(about).map((kind) => compare(kind))}</div>
      {rounds.length > 0 && <h2>What became of requests, per second</h2>}
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
  )
}

const NONE = [] as const
