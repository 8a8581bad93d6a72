/** What lies in the repository: the results of one full run, and the files that were made of them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Results } from '../outcome.ts'
import { CHARTS } from './files.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const RESULTS = 'bench/results.json'

export function readResults(): Results {
  if (!existsSync(join(ROOT, RESULTS))) {
    throw new Error(
      `Expected ${RESULTS}, what \`npm run bench -- --out ${RESULTS}\` writes: there is no such file.`,
    )
  }
  return JSON.parse(readFileSync(join(ROOT, RESULTS), 'utf8'))
}

/** The paths of files that are missing, differ, or should not be there. */
export function differing(files: ReadonlyMap<string, string>): string[] {
  const changed = [...files].filter(([path, content]) => read(path) !== content).map(([path]) => path)
  return [...changed, ...leftOver(files)]
}

export function write(files: ReadonlyMap<string, string>): void {
  mkdirSync(join(ROOT, CHARTS), { recursive: true })
  for (const path of leftOver(files)) rmSync(join(ROOT, path))
  for (const [path, content] of files) writeFileSync(join(ROOT, path), content)
}

/** Charts of tasks that are no more. */
function leftOver(files: ReadonlyMap<string, string>): string[] {
  if (!existsSync(join(ROOT, CHARTS))) return []
  const present = readdirSync(join(ROOT, CHARTS)).map((name) => `${CHARTS}/${name}`)
  return present.filter((path) => !files.has(path))
}

function read(path: string): string | undefined {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : undefined
}
