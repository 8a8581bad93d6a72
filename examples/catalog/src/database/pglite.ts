/** Postgres inside this process: nothing to install, and gone when the process ends. */
import { PGlite } from '@electric-sql/pglite'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import type { Database } from './database.ts'
import { readSeed } from './seed.ts'

export async function openPglite(): Promise<Database> {
  // An empty database that is ready made: to make one here takes longer than to fill it.
  const pglite = await PGlite.create({ loadDataDir: await dataDir() })
  await pglite.exec(await readSeed())
  return {
    async query<Row extends object>(sql: string, params: readonly unknown[] = []) {
      const { rows } = await pglite.query<Row>(sql, [...params])
      return rows
    },
    close: () => pglite.close(),
  }
}
