import { expect, test } from '@jest/globals'
import { createCache } from '@larder/core'
import { simulateDatabase } from '../../src/parts/simulated/database.ts'
import { simulateStore } from '../../src/parts/simulated/store.ts'
import { NAMESPACE } from '../../src/parts/store.ts'
import { describeLabDatabase } from '../support/lab-database-contract.ts'
import { describeLabStore } from '../support/lab-store-contract.ts'

describeLabDatabase('a simulated database', simulateDatabase)
describeLabStore('a simulated store', simulateStore)

test('a database that refuses rejects what runs, what waits and what comes, and then answers again', async () => {
  const database = simulateDatabase({ pool: 1, delay: 100_000 })
  const asked = [database.query(['1']), database.query(['2'])]
  database.refuse(true)
  asked.push(database.query(['3']))
  const settled = await Promise.allSettled(asked)
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  database.refuse(false)
  database.setDelay(0)
  expect((await database.query(['4'])).size).toBe(1)
  expect(database.takeCounts()).toEqual({ queries: 2, inFlight: 1, waiting: 1 })
})

test('a store that is frozen answers nothing, to a cache by hand or to Larder, until it thaws', async () => {
  const store = simulateStore()
  const cache = createCache({ namespace: NAMESPACE, store: store.forLarder(), storeTimeout: 5 })
  const products = cache.loader('product', async (ids: readonly string[]) => [...ids])
  const got: string[] = []
  store.freeze(true)
  store.plain.set('key', 'text', 1_000).then(() => got.push('set'))
  store.plain.get('key').then((text) => got.push(`got ${text}`))
  // Goes on without the store.
  expect(await products.load('1')).toBe('1')
  expect(got).toEqual([])
  store.freeze(false)
  await store.plain.get('key')
  expect(got).toEqual(['set', 'got text'])
  await cache.close()
  await store.close()
})
