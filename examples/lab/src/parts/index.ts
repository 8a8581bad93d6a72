/** What a process stands on: servers, where it is told of them, and otherwise what simulates them. */
import type { LabDatabase } from './database.ts'
import { type SimulatedDatabaseOptions, simulateDatabase } from './simulated/database.ts'
import { simulateStore } from './simulated/store.ts'
import type { LabStore } from './store.ts'

export async function openLabDatabase(
  url: string | undefined,
  options: SimulatedDatabaseOptions,
): Promise<LabDatabase> {
  return simulateDatabase(options)
}

export async function openLabStore(url: string | undefined): Promise<LabStore> {
  return simulateStore()
}
