import { expect, test } from '@jest/globals'
import { DEFAULTS, EVENT_AT, type Plan } from '../src/contract/index.ts'
import { HOTTEST } from '../src/parts/products.ts'
import { askedBy, dueOf } from '../src/worker/readers.ts'

const plan: Plan = { ...DEFAULTS, seconds: 10 }
const all = readersOf(plan)

test('readers come in order, ever more in the first second, and then at the rate', () => {
  expect(all.every(({ due }, i) => i === 0 || due > (all[i - 1]?.due ?? 0))).toBe(true)
  const perSecond = Array.from(
    { length: 10 },
    (_, second) => all.filter(({ due }) => Math.floor(due / 1_000) === second).length,
  )
  expect(perSecond).toEqual([1_000, ...new Array(9).fill(2_000)])
})

test('each reader of a plan asks for the same in each run, and other numbers of processes change nothing', () => {
  expect(readersOf({ ...plan, processes: 8 })).toEqual(all)
})

test('the product of rank r is asked for 1/r as often as the hottest, which every fifth request wants', () => {
  const asked = new Map<string, number>()
  for (const { id } of all) asked.set(id, (asked.get(id) ?? 0) + 1)
  expect(asked.size).toBe(100)
  const hottest = asked.get(HOTTEST) ?? 0
  expect(hottest / all.length).toBeCloseTo(0.193, 1)
  expect((asked.get('10') ?? 0) / hottest).toBeCloseTo(0.1, 1)
})

test.each([1, 2, 3, 8])(
  'unknown IDs: 50 of them, asked for by half the readers of each of %i processes, from the event on',
  (processes) => {
    const readers = readersOf({ ...plan, scenario: 'unknown-ids' })
    const isUnknown = ({ id }: { id: string }) => id.startsWith('no-such-product-')
    const unknown = readers.filter(isUnknown)
    expect(new Set(unknown.map(({ id }) => id)).size).toBe(50)
    expect(unknown.every(({ due }) => due >= EVENT_AT)).toBe(true)
    for (let process = 0; process < processes; process++) {
      const own = readers.filter(({ due }, number) => due >= EVENT_AT && number % processes === process)
      expect(own.filter(isUnknown).length / own.length).toBeCloseTo(0.5, 2)
    }
  },
)

function readersOf(plan: Plan): { due: number; id: string }[] {
  const readers = []
  for (let number = 0; dueOf(number, plan) < plan.seconds * 1_000; number++) {
    readers.push({ due: dueOf(number, plan), id: askedBy(number, plan) })
  }
  return readers
}
