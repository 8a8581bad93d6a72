import { execFile } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from './find-postgres.ts'
import { freePort } from './free-port.ts'
import { MissingProgramError } from './missing-program-error.ts'
import { guardOrphan } from './orphan-guard.ts'
import { runServer, type ServerProcess } from './server-process.ts'

/** A real Postgres of one's own, empty, on a free port of the loopback interface; it counts statements (pg_stat_statements). */
export interface PostgresServer {
  readonly url: string
  /** Where it keeps what it has, until it ends. */
  readonly directory: string
  /** Ends it at once, as it has nothing to save. */
  stop(): Promise<void>
}

const host = '127.0.0.1'
const attempts = 5
const run = promisify(execFile)

/**
 * Resolves when the server accepts connections, without a password. It dies with this process, however that one dies.
 *
 * @throws MissingProgramError
 */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = findPostgres()
  if (programs === undefined) {
    throw new MissingProgramError(
      'expected the programs of a Postgres server, initdb and postgres, on PATH, found none; install it ' +
        '(Debian, Ubuntu: `sudo apt-get install postgresql`; macOS: `brew install postgresql`)',
    )
  }
  const user = await unprivilegedUser()
  const directory = await mkdtemp(join(tmpdir(), 'larder-postgres-'))
  const removeDirectory = () => rm(directory, { recursive: true, force: true })
  try {
    if (user !== undefined) await chown(directory, user.uid, user.gid)
    const initialised = run(join(programs, 'initdb'), initArgs, { cwd: directory, ...user })
    await initialised.finally(guardOrphan(initialised.child.pid as number, directory))
    const { port, server } = await runOnFreePort((port) =>
      runServer({
        name: 'Postgres',
        command: join(programs, 'postgres'),
        args: serverArgs(port),
        directory,
        ready: /database system is ready to accept connections/,
        // A SIGKILL would leave its shared memory behind.
        ending: 'SIGQUIT',
        user,
      }),
    )
    return {
      url: `postgres://postgres@${host}:${port}/postgres`,
      directory,
      async stop() {
        await server.kill()
        await removeDirectory()
      },
    }
  } catch (error) {
    await removeDirectory()
    throw error
  }
}

const initArgs = ['-D', 'data', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']

function serverArgs(port: number): string[] {
  const settings = [
    `listen_addresses=${host}`,
    `port=${port}`,
    'unix_socket_directories=',
    'shared_preload_libraries=pg_stat_statements',
    'max_connections=100',
    'fsync=off',
    'jit=off',
  ]
  return ['-D', 'data', ...settings.flatMap((setting) => ['-c', setting])]
}

/** Postgres refuses to be root's. */
async function unprivilegedUser(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (name: string, what: string) => Number((await run('id', [what, name])).stdout)
  const user = async (name: string) => ({ uid: await idOf(name, '-u'), gid: await idOf(name, '-g') })
  return user('postgres').catch(() => user('nobody'))
}

async function runOnFreePort(start: (port: number) => Promise<ServerProcess>) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(host)
    try {
      return { port, server: await start(port) }
    } catch (error) {
      if (attempt === attempts) throw error
    }
  }
}
