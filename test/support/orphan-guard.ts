import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * When this process dies, however it dies, kills the process `pid` and removes its `directory`, if it has one: a Jest
 * worker may get a SIGKILL, and then no handler of its own runs. The guard is a shell that waits for the end of its
 * standard input, a pipe that we hold open. Returns what ends the guard; call it once the process is gone, as its pid
 * may go to another.
 */
export function guardOrphan(pid: number, directory = ''): () => Promise<void> {
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -KILL "$0"; rm -rf "$1"', `${pid}`, directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const gone = once(guard, 'exit')
  return async () => {
    guard.kill('SIGKILL')
    await gone
  }
}
