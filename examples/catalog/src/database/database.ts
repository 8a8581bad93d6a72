/** What the catalogue needs of a database. `pglite.ts` and `postgres.ts` have it. */

export interface Queries {
  /** Runs one statement. What varies goes into `params` ($1, $2, …), and never into the text. */
  query<Row extends object>(sql: string, params?: readonly unknown[]): Promise<Row[]>
}

export interface Database extends Queries {
  close(): Promise<void>
}

/** What Postgres calls a row that refers to one that is not there. */
const FOREIGN_KEY_VIOLATION = '23503'

/** The column that named something that does not exist, if that is why a statement failed. */
export function danglingColumn(error: unknown, columns: readonly string[]): string | undefined {
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: string }
  if (code !== FOREIGN_KEY_VIOLATION) return undefined
  return columns.find((column) => constraint?.includes(column))
}
