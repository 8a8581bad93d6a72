import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { findServer } from './find-server.ts'
import { guardOrphan } from './orphan-guard.ts'

/** One run of a server. */
export interface RedisProcess {
  readonly pid: number
  signal(name: NodeJS.Signals): void
  /** Resolves when the process is gone, also if it went by itself before. */
  kill(): Promise<void>
}

const startDeadline = 10_000
/** What a server says when it accepts connections, and what a Sentinel does. */
const ready = /Ready to accept connections|Sentinel ID is/

/** Runs a server in `directory`. Resolves when it accepts connections; rejects, with its log, if it does not come to that. */
export async function runRedis(directory: string, args: readonly string[]): Promise<RedisProcess> {
  const command = findServer()
  if (!command) throw new Error('expected redis-server or valkey-server on PATH, found neither; install one')
  const server = spawn('/bin/sh', ['-c', 'exec "$0" "$@" 2>&1', command, ...args], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(server, 'spawn')
  const pid = server.pid as number
  const endGuard = guardOrphan(pid, directory)
  const gone = once(server, 'exit').then(endGuard)
  const kill = () => {
    server.kill('SIGKILL')
    return gone
  }

  try {
    await untilReady(server.stdout)
  } catch (error) {
    await kill()
    throw error
  }
  return { pid, kill, signal: (name) => void server.kill(name) }
}

async function untilReady(log: Readable): Promise<void> {
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
    `expected Redis to start within ${startDeadline} ms, it did not. It said:\n${lines.join('\n')}`,
  )
}
