import type { Database } from '../../src/database/database.ts'
import { Tally } from './tally.ts'

/** The database's own word for a failure. */
class DatabaseDown extends Error {}

export interface CountedDatabase extends Database {
  /** Statements of loads, with the labels of `larder_load_duration`. */
  readonly loads: Tally
  /** The IDs in them, with those of `larder_load_ids_total`. */
  readonly ids: Tally
  /** Seconds that they took here, by loader. */
  readonly seconds: Tally
  /** Statements that are being held. */
  readonly held: number
  /** From now on no statement is run, until the function that is returned is called. */
  hold(): () => void
  /** From now on the statements of this loader fail. */
  fail(loader: string): void
  /** The next statement is of a refresh. */
  expectBackground(): void
}

const LOADERS = [
  ['product', /from products where id = any/],
  ['base-price', /from prices where/],
  ['stock', /from stock where/],
] as const

/** Counts what loads ask of it, as an outsider: by their SQL, its parameters, and the rows. */
export function countLoads(database: Database): CountedDatabase {
  const [loads, ids, seconds] = [new Tally(), new Tally(), new Tally()]
  const failing = new Set<string>()
  let isBackground = false
  let held = 0
  let free = Promise.resolve()

  return {
    loads,
    ids,
    seconds,
    get held() {
      return held
    },
    hold() {
      let release = () => {}
      free = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    fail: (loader) => void failing.add(loader),
    expectBackground() {
      isBackground = true
    },
    async query<Row extends object>(sql: string, params: readonly unknown[] = []) {
      const loader = LOADERS.find(([, pattern]) => pattern.test(sql))?.[0]
      if (loader === undefined) return database.query<Row>(sql, params)
      const began = performance.now()
      const of = { larder_loader: loader }
      const load = { ...of, larder_load_background: isBackground }
      isBackground = false
      const asked = (params[0] as readonly string[]).length
      held++
      await free
      held--
      if (failing.has(loader)) {
        loads.add({ ...load, error_type: 'DatabaseDown' })
        ids.add({ ...of, larder_outcome: 'failed' }, asked)
        throw new DatabaseDown(`no ${params}`)
      }
      const rows = await database.query<Row>(sql, params)
      loads.add(load)
      ids.add({ ...of, larder_outcome: 'found' }, rows.length)
      ids.add({ ...of, larder_outcome: 'missing' }, asked - rows.length)
      seconds.add(of, (performance.now() - began) / 1_000)
      return rows
    },
    close: () => database.close(),
  }
}
