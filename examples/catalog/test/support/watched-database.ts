import type { Database } from '../../src/database/database.ts'

interface Statement {
  readonly sql: string
  readonly params: readonly unknown[]
}

/** A database that remembers what it was asked, and that can be made to keep its answers back. */
export interface WatchedDatabase extends Database {
  /** What was asked since the last `forget`. */
  readonly statements: readonly Statement[]
  forget(): void
  /** From now on no statement is run, until the function that is returned is called. */
  hold(): () => void
}

export function watch(database: Database): WatchedDatabase {
  const statements: Statement[] = []
  let held = Promise.resolve()
  return {
    statements,
    forget: () => {
      statements.length = 0
    },
    hold() {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    async query<Row extends object>(sql: string, params: readonly unknown[] = []) {
      statements.push({ sql, params })
      await held
      return database.query<Row>(sql, params)
    },
    close: () => database.close(),
  }
}
