/** What every LabDatabase must do. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { until } from '@larder/test/until'
import type { LabDatabase } from '../../src/parts/database.ts'
import { products } from '../../src/parts/products.ts'

interface Options {
  readonly pool: number
  readonly delay: number
}

const all = products.map(({ id }) => id)

export function describeLabDatabase(name: string, open: (options: Options) => LabDatabase): void {
  describe(name, () => {
    let database: LabDatabase
    beforeEach(() => {
      database = open({ pool: 3, delay: 0 })
    })
    afterEach(() => database.close())

    test('has the products, each under its ID', async () => {
      const rows = await database.query(all)
      expect([...rows.keys()].sort()).toEqual([...all].sort())
      for (const product of products) expect(rows.get(product.id)).toEqual(product)
    })

    test('what does not exist is not in the answer', async () => {
      expect([...(await database.query(['0', '7', '101', "'"])).keys()]).toEqual(['7'])
      expect(await database.query(['none'])).toEqual(new Map())
      expect(await database.query([])).toEqual(new Map())
    })

    test('a query is counted once, however many products it asks for', async () => {
      for (const ids of [[], ['1'], all, ['none']]) await database.query(ids)
      expect(database.takeCounts()).toEqual({ queries: 4, inFlight: 1, waiting: 0 })
      expect(database.takeCounts()).toEqual({ queries: 0, inFlight: 0, waiting: 0 })
    })

    test('queries that the pool has no connection for wait, and no more hold one than it has', async () => {
      // So that all connections are open.
      database.setDelay(200)
      await Promise.all(all.slice(0, 3).map((id) => database.query([id])))
      database.takeCounts()
      database.setDelay(20)
      await Promise.all(all.slice(0, 10).map((id) => database.query([id])))
      expect(database.takeCounts()).toEqual({ queries: 10, inFlight: 3, waiting: 7 })
      await Promise.all(all.slice(0, 5).map((id) => database.query([id])))
      expect(database.takeCounts()).toEqual({ queries: 5, inFlight: 3, waiting: 2 })
    })

    test.each([
      ['nothing', []],
      ['one product', ['1']],
      ['all products', all],
      ['what does not exist', ['none']],
    ])('a query for %s takes as long as the delay', async (_, ids) => {
      database.setDelay(100)
      const start = performance.now()
      await database.query(ids)
      // A timer may be early by a fraction.
      expect(performance.now() - start).toBeGreaterThan(98)
    })

    test('a delay is that of queries which begin after it was set', async () => {
      const ends: string[] = []
      const query = (name: string) => database.query(['1']).then(() => ends.push(name))
      database.setDelay(1_000)
      const slow = query('slow')
      await until(() => database.takeCounts().queries === 1)
      database.setDelay(0)
      await Promise.all([slow, query('fast')])
      expect(ends).toEqual(['fast', 'slow'])
    })

    test('the delay of a query that has waited for a connection is that of when it was given one', async () => {
      database.setDelay(100)
      const first = all.slice(0, 3).map((id) => database.query([id]))
      await until(() => database.takeCounts().inFlight === 3)
      database.setDelay(600_000)
      const waiting = all.slice(3, 6).map((id) => database.query([id]))
      database.setDelay(0)
      await Promise.all([...first, ...waiting])
    })

    test('closing lets queries end that have a connection, and rejects those that wait for one', async () => {
      database.setDelay(100)
      const outcomes = Promise.allSettled(all.slice(0, 5).map((id) => database.query([id])))
      await database.close()
      const kinds = (await outcomes).map(({ status }) => status)
      expect(kinds).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
      expect(database.takeCounts()).toMatchObject({ queries: 3, inFlight: 3 })
      database = open({ pool: 3, delay: 0 })
    })
  })
}
