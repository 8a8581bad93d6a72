/** Results that nobody measured: in each task what the page has to cope with. Its numbers are round, so as not to be believed. */
import type { Outcome, Results, Row } from '../src/outcome.ts'

const RAW = 'raw MGET + JSON.parse'

export const hits: Outcome = {
  task: 'hits-100',
  title: 'one batch of 100 hits after the other',
  ratio: { of: 'time', base: RAW },
  rows: [
    { name: RAW },
    { name: 'Larder', ...median(1.25) },
    { name: 'Larder, freeze: false', ...median(1.1) },
    { name: 'keyv', ...median(4) },
    { name: 'bentocache', ...median(10) },
    { name: 'dataloader over raw MGET', ...median(1.5) },
  ],
}

export const zipf: Outcome = {
  task: 'zipf-64',
  title: '64 requests at once',
  ratio: { of: 'throughput', base: RAW },
  rows: [
    { name: RAW },
    { name: 'Larder', ...median(5) },
    { name: 'Larder through DataLoader', ...median(2.5) },
    { name: 'keyv', ...median(0.5) },
    { name: 'bentocache', ...median(2) },
  ],
}

export const stampede: Outcome = {
  task: 'stampede',
  title: '15,000 readers of a hot key that has expired',
  rows: [
    { name: 'none', figures: { queries: 500, 'p99, ms': 10_000, unanswered: 12_000 } },
    { name: 'Larder', figures: { queries: 1, 'p99, ms': 400, 'p99 / query time': 1 } },
    { name: 'single flight per process', figures: { queries: 8, 'p99, ms': 400, 'p99 / query time': 1 } },
  ],
}

export const memory: Outcome = {
  task: 'memory',
  title: 'what the near cache takes',
  rows: [{ name: 'Larder', figures: { 'near-cache entry, bytes': 1_200, 'heap, last ÷ half way': 1.01 } }],
}

export function resultsOf(...outcomes: readonly Outcome[]): Results {
  return {
    node: 'v20.0.0',
    redis: '7.0.0',
    cpu: 'a processor, 2 cores',
    rounds: 5,
    contestants: [{ name: 'keyv', version: '5.0.0', settings: 'With @keyv/redis | getMany and setMany.' }],
    outcomes,
  }
}

/** The task with another row in the place of that of the same name. */
export function withRow(outcome: Outcome, row: Row): Outcome {
  return { ...outcome, rows: outcome.rows.map((each) => (each.name === row.name ? row : each)) }
}

export function median(value: number): Pick<Row, 'ratio'> {
  return { ratio: { median: value, quartiles: [value * 0.9, value * 1.2] } }
}
