import { findServer } from './find-server.ts'
import { MissingProgramError } from './missing-program-error.ts'
import { runServer, type ServerProcess } from './server-process.ts'

/** What a server says when it accepts connections, and what a Sentinel does. */
const ready = /Ready to accept connections|Sentinel ID is/

/** Runs a server in `directory`. Resolves when it accepts connections; rejects, with its log, if it does not come to that. */
export async function runRedis(directory: string, args: readonly string[]): Promise<ServerProcess> {
  const command = findServer()
  if (command !== undefined) return runServer({ name: 'Redis', command, args, directory, ready })
  throw new MissingProgramError(
    'expected redis-server or valkey-server on PATH, found neither; install one ' +
      '(Debian, Ubuntu: `sudo apt-get install redis-server`; macOS: `brew install redis`)',
  )
}
