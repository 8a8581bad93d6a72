import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Kills the process `pid` when this one dies, however it dies: a Jest worker may get a SIGKILL, and then no handler of
 * its own runs. The guard is a shell that waits for the end of its standard input, a pipe that we hold open.
 * Returns what ends the guard; call it once the process is gone, as its pid may then go to another.
 */
export function killWhenOrphaned(pid: number): () => Promise<void> {
  const guard = spawn('/bin/sh', ['-c', `read -r _; kill -KILL ${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const gone = once(guard, 'exit')
  return async () => {
    guard.kill('SIGKILL')
    await gone
  }
}
