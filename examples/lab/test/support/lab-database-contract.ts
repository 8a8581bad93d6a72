/** What every LabDatabase must do. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { until } from '@larder/test/until'
import type { LabDatabase } from '../../src/parts/database.ts'

interface Options {
  readonly pool: number
  readonly delay: number
}

const all = Array.from({ length: 100 }, (_, index) => String(index + 1))

export function describeLabDatabase(name: string, open: (options: Options) => LabDatabase): void {
  describe(name, () => {
    let database: LabDatabase
    let running: Promise<unknown>[]

    beforeEach(() => {
      database = open({ pool: 3, delay: 0 })
      running = []
    })
    afterEach(async () => {
      await database.close()
      await Promise.allSettled(running)
    })

    /** Begins a query that is still running when a test looks. */
    const begin = (ids: readonly string[]) => running.push(database.query(ids).catch(() => {}))

    test('there are products with the IDs 1 to 100, each with a name and a price', async () => {
      const rows = await database.query(all)
      expect([...rows.keys()].sort()).toEqual([...all].sort())
      for (const [id, row] of rows) {
        expect(row).toEqual({ id, name: expect.stringMatching(/./), price: expect.any(Number) })
      }
    })

    test('what does not exist is not in the answer, and what is asked for twice is there once', async () => {
      const rows = await database.query(['0', '7', '101', '7', "'"])
      expect([...rows.keys()]).toEqual(['7'])
    })

    test('a query for nothing, or for nothing that exists, has an empty answer', async () => {
      expect(await database.query([])).toEqual(new Map())
      expect(await database.query(['none'])).toEqual(new Map())
    })

    test('each query is counted once, however many products it asks for', async () => {
      for (const ids of [[], ['1'], all, ['none']]) await database.query(ids)
      expect(database.takeCounts()).toEqual({ queries: 4, inFlight: 1, waiting: 0 })
      expect(database.takeCounts()).toEqual({ queries: 0, inFlight: 0, waiting: 0 })
    })

    test('queries that the pool has no connection for wait, and no more hold one than it has', async () => {
      await Promise.all(all.slice(0, 10).map((id) => database.query([id])))
      expect(database.takeCounts()).toEqual({ queries: 10, inFlight: 3, waiting: 7 })
      await Promise.all(all.slice(0, 5).map((id) => database.query([id])))
      expect(database.takeCounts()).toEqual({ queries: 5, inFlight: 3, waiting: 2 })
    })

    test('a query holds its connection for the delay, whatever it finds', async () => {
      database.setDelay(100_000)
      for (const ids of [[], ['1'], all]) begin(ids)
      let queries = 0
      await until(() => {
        queries += database.takeCounts().queries
        return queries === 3
      })
      begin(['2'])
      // What holds a connection and what waits goes on doing so from one look to the next.
      for (const _ of all) {
        expect(database.takeCounts()).toEqual({ queries: 0, inFlight: 3, waiting: 1 })
        await new Promise(setImmediate)
      }
    })

    test('a delay is that of queries which begin after it was set', async () => {
      database.setDelay(100_000)
      begin(['1'])
      database.setDelay(0)
      expect((await database.query(['2'])).size).toBe(1)
      database.takeCounts()
      expect(database.takeCounts().inFlight).toBe(1)
    })

    test('it closes while queries run', async () => {
      database.setDelay(100_000)
      begin(['1'])
      await until(() => database.takeCounts().inFlight === 1)
    })
  })
}
