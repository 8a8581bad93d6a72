import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a command on this terminal, in the root of the repository unless told otherwise; says whether it exited with 0. */
export function execute(command: string, args: readonly string[], options: SpawnSyncOptions = {}): boolean {
  const { error, status } = spawnSync(command, args, { stdio: 'inherit', cwd: root, ...options })
  if (error) console.error(`${command}: ${error.message}`)
  return status === 0
}
