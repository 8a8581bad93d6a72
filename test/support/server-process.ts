import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { guardOrphan } from './orphan-guard.ts'

/** One run of a server. */
export interface ServerProcess {
  readonly pid: number
  signal(name: NodeJS.Signals): void
  /** Resolves when the process is gone, also if it went by itself before. */
  kill(): Promise<void>
}

export interface ServerProgram {
  /** For people. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** Its working directory, which goes with it if this process dies. */
  readonly directory: string
  /** What it says when it accepts connections. */
  readonly ready: RegExp
  /** What ends it at once. Default SIGKILL. */
  readonly ending?: NodeJS.Signals
  /** Whom it runs as. Default: whoever runs this. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
}

const startDeadline = 10_000

/** Resolves when the server accepts connections; rejects, with its log, if it does not come to that. */
export async function runServer(program: ServerProgram): Promise<ServerProcess> {
  const { directory, ending = 'SIGKILL' } = program
  const server = spawn('/bin/sh', ['-c', 'exec "$0" "$@" 2>&1', program.command, ...program.args], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'ignore'],
    // Ctrl-C goes to all processes of the terminal at once; who started the server still needs it to end in order.
    detached: true,
    ...program.user,
  })
  await once(server, 'spawn')
  const pid = server.pid as number
  const endGuard = guardOrphan(pid, directory, ending)
  const gone = once(server, 'exit').then(endGuard)
  const kill = () => {
    server.kill(ending)
    return gone
  }

  try {
    await untilReady(server.stdout, program)
  } catch (error) {
    await kill()
    throw error
  }
  return { pid, kill, signal: (name) => void server.kill(name) }
}

async function untilReady(log: Readable, { name, ready }: ServerProgram): Promise<void> {
  const lines: string[] = []
  const signal = AbortSignal.timeout(startDeadline)
  for await (const line of createInterface({ input: log, signal })) {
    lines.push(line)
    if (ready.test(line)) {
      // A log that nobody reads would fill the pipe and block the server.
      log.resume()
      return
    }
  }
  throw new Error(
    `expected ${name} to start within ${startDeadline} ms, it did not. It said:\n${lines.join('\n')}`,
  )
}
