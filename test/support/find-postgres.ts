import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { foldersOnPath, isExecutable } from './find-program.ts'

/** Where Debian keeps the programs of a server, of each version in a folder of its own and none of them on PATH. */
const debian = '/usr/lib/postgresql'

/** The folder with the programs of a Postgres server: the first one on PATH, else Debian's newest, if there is one. */
export function findPostgres(): string | undefined {
  return [...foldersOnPath(), ...debianFolders()].find((folder) =>
    ['initdb', 'postgres'].every((program) => isExecutable(join(folder, program))),
  )
}

function debianFolders(): string[] {
  try {
    const versions = readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    return versions.map((version) => join(debian, version, 'bin'))
  } catch {
    return []
  }
}
