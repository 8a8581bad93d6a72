import { expect, test } from '@jest/globals'
import { barrier } from '@larder/core/testing'
import { until } from '../support/until.ts'
import { startFleet, valueKey } from './support/fleet.ts'
import { plant, STALE } from './support/plant.ts'

const fleet = startFleet()

function idsOf(kind: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${kind}-${i}`)
}

test('law 1: of 100 keys in any state, those that are absent are loaded in one call, the stale ones refreshed in one', async () => {
  const [hits, stale, missing] = [idsOf('hit', 40), idsOf('stale', 20), idsOf('missing', 10)]
  const [flying, leased, absent] = [idsOf('flying', 10), idsOf('leased', 10), idsOf('absent', 10)]
  const calls: string[][] = []
  const gate = barrier()
  const here = fleet.join({
    async load(ids) {
      calls.push([...ids])
      if (ids.includes('flying-0')) await gate.pass()
      return ids.map(() => ({ n: 1 }))
    },
  })
  const elsewhere = fleet.join({
    async load(ids) {
      await gate.pass()
      return ids.map(() => ({ n: 2 }))
    },
  })
  const rowsOf = (ids: readonly string[], n: number) => ids.map((id) => [id, { n }] as const)
  await plant(here, rowsOf(hits, 3))
  await plant(here, rowsOf(stale, 4), STALE)
  await plant(
    here,
    missing.map((id) => [id, null] as const),
  )
  const fly = here.loader.loadMany(flying)
  const lease = elsewhere.loader.loadMany(leased)
  await gate.arrived(2)

  const ids = [hits, stale, missing, flying, leased, absent].flat().sort((a, b) => hash(a) - hash(b))
  const reading = here.loader.loadMany(ids)
  await until(() => calls.length === 3)
  gate.open()
  const answers = new Map((await reading).map((answer, i) => [ids[i], answer]))

  const answersOf = (group: readonly string[]) => group.map((id) => answers.get(id))
  expect(answersOf(hits)).toEqual(Array(40).fill({ n: 3 }))
  expect(answersOf(stale)).toEqual(Array(20).fill({ n: 4 }))
  expect(answersOf(missing)).toEqual(Array(10).fill(null))
  expect(answersOf(leased)).toEqual(Array(10).fill({ n: 2 }))
  expect(answersOf([...flying, ...absent])).toEqual(Array(20).fill({ n: 1 }))
  await Promise.all([fly, lease])
  // The stale ones have been refreshed by now, or will be.
  await until(async () => (await fleet.admin.get(valueKey('stale-0')))?.endsWith('{"n":1}'))
  expect(calls.map((call) => [...call].sort())).toEqual([flying, expect.anything(), expect.anything()])
  expect(calls.slice(1).map((call) => [...call].sort())).toEqual(
    expect.arrayContaining([absent.toSorted(), stale.toSorted()]),
  )
  expect(
    here
      .events('load')
      .filter(({ background }) => background)
      .map((event) => event.ids.length),
  ).toEqual([20])
})

/** Some order that is not that of the groups. */
function hash(id: string): number {
  let sum = 7
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 1_009
  return sum
}
