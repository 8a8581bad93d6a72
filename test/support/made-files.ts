/** Files in the repository that a script makes of results which lie there, too: a page, and a folder of its pictures. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface MadeFiles {
  /** Their contents, by their paths in the repository. */
  readonly files: ReadonlyMap<string, string>
  /** Where nothing else lives. */
  readonly folder: string
}

/** @param command what writes the results, as in a terminal. */
export function readResultsFile<Results>(path: string, command: string): Results {
  const text = read(path)
  if (text === undefined) {
    throw new Error(`Expected ${path}, what \`${command}\` writes: there is no such file.`)
  }
  return JSON.parse(text)
}

/** Writes the files, or with `check` only compares them: then the process exits with 1 where they differ. */
export function makeFiles(made: MadeFiles, check: boolean): void {
  const paths = differing(made)
  if (!check) write(made)
  else if (paths.length > 0) process.exitCode = 1
  console.log(
    paths.length === 0
      ? 'The page and its pictures are what the results give.'
      : `${check ? 'Not' : 'Now'} as the results give them: ${paths.join(', ')}`,
  )
}

/** The paths of files that are missing, differ, or should not be there. */
export function differing(made: MadeFiles): string[] {
  const changed = [...made.files].filter(([path, content]) => read(path) !== content).map(([path]) => path)
  return [...changed, ...leftOver(made)]
}

function write(made: MadeFiles): void {
  mkdirSync(join(ROOT, made.folder), { recursive: true })
  for (const path of leftOver(made)) rmSync(join(ROOT, path))
  for (const [path, content] of made.files) writeFileSync(join(ROOT, path), content)
}

/** Pictures of what is no more. */
function leftOver({ files, folder }: MadeFiles): string[] {
  if (!existsSync(join(ROOT, folder))) return []
  const present = readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`)
  return present.filter((path) => !files.has(path))
}

function read(path: string): string | undefined {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : undefined
}
