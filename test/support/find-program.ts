import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of the first of these programs that is on PATH, if any is. */
export function findOnPath(...names: readonly string[]): string | undefined {
  return names.flatMap((name) => foldersOnPath().map((folder) => join(folder, name))).find(isExecutable)
}

export function foldersOnPath(): string[] {
  return (process.env.PATH ?? '').split(delimiter)
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
