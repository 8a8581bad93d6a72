/** What a process stands on: servers, where it is told of them, and otherwise what simulates them. */
import type { LabDatabase } from './database.ts'
import { openPostgresDatabase, type PostgresDatabaseOptions } from './real/database.ts'
import { openRedisStore } from './real/store.ts'
import { simulateDatabase } from './simulated/database.ts'
import { simulateStore } from './simulated/store.ts'
import type { LabStore } from './store.ts'

export function openLabDatabase(url: string | undefined, options: PostgresDatabaseOptions): LabDatabase {
  return url === undefined ? simulateDatabase(options) : openPostgresDatabase(url, options)
}

export function openLabStore(url: string | undefined): LabStore {
  return url === undefined ? simulateStore() : openRedisStore(url)
}
