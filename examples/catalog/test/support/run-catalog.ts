import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface CatalogProcess {
  /** What it printed as `ready`; rejects where it ended before. */
  readonly ready: Promise<string>
  readonly output: readonly string[]
  readonly errors: readonly string[]
  /** Resolves with its exit code and the signal that killed it, if one did. */
  readonly exit: Promise<readonly [code: number | null, signal: string | null]>
  signal(signal: NodeJS.Signals): void
}

const folder = fileURLToPath(new URL('../..', import.meta.url))

/** As `npm start` does, in a process of its own; or, with `src/real.ts`, as `npm run start:real` does. */
export function runCatalog(
  environment: Readonly<Record<string, string>>,
  program: 'src/main.ts' | 'src/real.ts' = 'src/main.ts',
): CatalogProcess {
  const child = spawn(process.execPath, ['--conditions=@larder/source', '--import', 'tsx', program], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  const errors: string[] = []
  const exit = once(child, 'close').then(([code, signal]) => [code, signal] as const)
  const ready = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      output.push(line)
      const url = line.match(/^ready (http:\/\/localhost:\d+\/)$/)?.[1]
      if (url !== undefined) resolve(url)
    })
    exit.then(() => reject(new Error(`It ended before it was ready: ${errors.join('\n')}`)))
  })
  // Whoever waits for the end alone does not want to hear of this.
  ready.catch(() => {})
  createInterface(child.stderr).on('line', (line) => errors.push(line))
  return { ready, output, errors, exit, signal: (signal) => void child.kill(signal) }
}
