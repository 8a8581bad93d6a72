/** What `--json` prints: runs, and what they were made on. */
import { cpus } from 'node:os'
import type { Backend, Versions } from '../run/backend.ts'
import type { Ran } from './run-plan.ts'

export interface Results extends Pick<Backend, 'database' | 'store'> {
  readonly machine: Versions & { readonly node: string; readonly cpu: string }
  readonly runs: readonly Ran[]
}

export async function resultsOf(backend: Backend, runs: readonly Ran[]): Promise<Results> {
  const { database, store } = backend
  const cpu = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
  return { machine: { node: process.version, cpu, ...(await backend.versions()) }, database, store, runs }
}
