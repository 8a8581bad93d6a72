import { expect, test } from '@jest/globals'
import type { Sample } from '../src/contract/index.ts'
import { collect } from '../src/run/collector.ts'
import { mergeParts } from '../src/run/merge.ts'
import type { PartSample } from '../src/worker/messages.ts'

test('a sample of two processes: counts and peaks are summed up, times are of all requests', () => {
  const one = part(2, [1, 2, 3], { hits: 2, loaded: 1, inFlight: 3, queries: 1, waiting: 4, commands: 5 })
  const other = part(2, [100], { errors: 1, inFlight: 1, queries: 2 })
  expect(mergeParts([one, other], 2)).toEqual({
    ...{ at: 750, requests: 4, p50: 2, p99: 100 },
    ...{ hits: 2, stale: 0, missing: 0, joined: 0, loaded: 1, errors: 1, gaveUp: 0 },
    ...{ inFlight: 4, queries: 3, waiting: 4, commands: 5 },
  })
})

test('where no request has ended there are no times', () => {
  expect(mergeParts([part(0, [])], 0)).toMatchObject({ at: 250, requests: 0, p50: null, p99: null })
})

test('quantiles are those of the nearest rank', () => {
  const waits = Array.from({ length: 200 }, (_, i) => 200 - i)
  expect(mergeParts([part(0, waits)], 0)).toMatchObject({ p50: 100, p99: 198 })
})

test('a sample is told once all processes have told of the interval, and in their order', async () => {
  const told: Sample[] = []
  const collector = collect(2, undefined, (sample) => told.push(sample))
  collector.add(part(0, [1], { hits: 1 }))
  collector.add(part(1, [1], { hits: 1 }))
  await Promise.resolve()
  expect(told).toEqual([])
  collector.add(part(0, [2], { hits: 1 }))
  collector.add(part(1, [2, 3], { hits: 2 }))
  await collector.finish()
  expect(told.map(({ at, hits }) => [at, hits])).toEqual([
    [250, 2],
    [500, 3],
  ])
})

test('totals: of all that was told, also by a process that went on for longer than another', async () => {
  const collector = collect(2, undefined, () => {})
  collector.add(part(0, [4], { loaded: 1, inFlight: 2, queries: 2, waiting: 1 }))
  collector.add(part(0, [5], { joined: 1, inFlight: 1 }))
  collector.add(part(1, [9], { loaded: 1, inFlight: 1, waiting: 7 }))
  const totals = await collector.finish()
  expect(totals).toMatchObject({ requests: 3, waited: 3, queries: 2, mostInFlight: 3, mostWaiting: 7 })
  expect(totals.database).toBeUndefined()
})

test('totals: times are of the requests that ended after it had happened', async () => {
  const collector = collect(1, undefined, () => {})
  for (const [number, wait] of [
    [11, 900],
    [12, 7],
    [13, 8],
  ] as const)
    collector.add(part(number, [wait]))
  expect(await collector.finish()).toMatchObject({ requests: 3, p50: 7, p99: 8, longest: 8 })
})

test('what the database says itself is asked for each interval, and its queries at the end', async () => {
  const connections = [3, 20, 1]
  const database = { connections: async () => connections.shift() ?? 0, queries: async () => 42 }
  const told: Sample[] = []
  const collector = collect(1, database, (sample) => told.push(sample))
  for (const number of [0, 1, 2]) collector.add(part(number, []))
  const totals = await collector.finish()
  expect(told.map((sample) => sample.databaseConnections)).toEqual([3, 20, 1])
  expect(totals.database).toEqual({ mostConnections: 20, queries: 42 })
})

test('a database that does not say fails the totals, and nothing else where nobody asks for them', async () => {
  const lost = new Error('lost')
  const database = { connections: () => Promise.reject(lost), queries: async () => 0 }
  const told: Sample[] = []
  const collector = collect(1, database, (sample) => told.push(sample))
  for (const number of [0, 1]) collector.add(part(number, []))
  // What nobody catches would fail the test.
  await new Promise(setImmediate)
  expect(told).toEqual([])
  await expect(collector.finish()).rejects.toBe(lost)
})

function part(number: number, waits: readonly number[], counts: Partial<PartSample> = {}): PartSample {
  const none = { hits: 0, stale: 0, missing: 0, joined: 0, loaded: 0, errors: 0, gaveUp: 0 }
  const idle = { inFlight: 0, queries: 0, waiting: 0, commands: 0 }
  return { ...none, ...idle, ...counts, number, waits: Float64Array.from(waits) }
}
