import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['redis-server', 'valkey-server']

/** The path of the first redis-server or valkey-server on PATH, if there is one. */
export function findServer(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
