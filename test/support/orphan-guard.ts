import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * When this process dies, however it dies, sends `signal` to the process `pid` and removes its `directory`, if it has one:
 * a Jest worker may get a SIGKILL, and then no handler of its own runs. The guard is a shell that waits for the end of its
 * standard input, a pipe that we hold open. Returns what ends the guard; call it once the process is gone, as its pid
 * may go to another.
 */
export function guardOrphan(
  pid: number,
  directory = '',
  signal: NodeJS.Signals = 'SIGKILL',
): () => Promise<void> {
  const guard = spawn('/bin/sh', ['-c', script, `${pid}`, directory, signal.slice('SIG'.length)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C goes to all processes of the terminal at once, and must not take the guard first.
    detached: true,
  })
  const gone = once(guard, 'exit')
  return async () => {
    guard.kill('SIGKILL')
    await gone
  }
}

/** What takes a moment to end may make another file meanwhile. */
const script = 'read -r _; kill -s "$2" "$0"; rm -rf "$1" || { sleep 1; rm -rf "$1"; }'
