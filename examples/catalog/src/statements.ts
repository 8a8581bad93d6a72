/**
 * Counts SQL statements, and says on whose behalf they were made.
 *
 * Those of a resolver belong to its request. Those of a load belong to the load, which is nobody's request: several may
 * wait for it. What the response reports as its own are the loads that its request began; `sql-report.ts` adds them up.
 */
import type { Queries } from './database/database.ts'

export interface Statements {
  /** For a load, by the number that its `load` function was given. */
  ofLoad(load: number): Queries
  /** For one request. */
  ofRequest(): RequestQueries
  /** How many these loads have made. */
  countOf(loads: readonly number[]): number
}

export interface RequestQueries extends Queries {
  /** How many it has made so far. */
  readonly statements: number
}

/** Loads are asked for within moments of their end; the counts of older ones are dropped. */
const LOADS_KEPT = 10_000

export function countStatements(database: Queries): Statements {
  const byLoad = new Map<number, number>()

  function count(load: number): void {
    byLoad.set(load, (byLoad.get(load) ?? 0) + 1)
    if (byLoad.size > LOADS_KEPT) byLoad.delete(byLoad.keys().next().value as number)
  }

  return {
    ofLoad: (load) => ({
      query(sql, params) {
        count(load)
        return database.query(sql, params)
      },
    }),

    ofRequest() {
      let statements = 0
      return {
        get statements() {
          return statements
        },
        query(sql, params) {
          statements += 1
          return database.query(sql, params)
        },
      }
    },

    countOf: (loads) => loads.reduce((sum, load) => sum + (byLoad.get(load) ?? 0), 0),
  }
}
