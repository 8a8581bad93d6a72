import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { type RedisProcess, runRedis } from './redis-process.ts'

/** A real Redis or Valkey of a test's own, on a free port of the loopback interface. It keeps nothing on disk. */
export interface RedisServer {
  readonly url: string
  readonly port: number
  /** What ioredis needs to connect. */
  readonly options: { readonly host: string; readonly port: number }
  /** The process that runs now; after `restart` it is another one. */
  readonly pid: number
  /** Stops it in its tracks (SIGSTOP): connections stay open, and nothing answers until `thaw`. */
  freeze(): void
  thaw(): void
  /** Kills it as a crash would, frozen or not, and resolves when the process is gone. Its data are lost. */
  kill(): Promise<void>
  /** Starts it again, empty, on the same port; kills it first if it runs. */
  restart(): Promise<void>
  /** Ends it for good, in whatever state it is. */
  stop(): Promise<void>
}

export interface RedisServerOptions {
  /** Further arguments for the server, such as `['--maxmemory', '2mb']`. */
  readonly args?: readonly string[]
}

const host = '127.0.0.1'
const attempts = 5

/** Resolves when the server accepts connections. It dies with this process, however that one dies. */
export async function startRedis({ args = [] }: RedisServerOptions = {}): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), 'larder-redis-'))
  const removeDirectory = () => rm(directory, { recursive: true, force: true })
  const run = (port: number) =>
    runRedis(directory, [
      ...['--bind', host, '--port', `${port}`],
      ...['--save', '', '--appendonly', 'no'],
      ...args,
    ])

  const first = await runOnFreePort(run).catch(async (error) => {
    await removeDirectory()
    throw error
  })
  const { port } = first
  let { server } = first

  return {
    url: `redis://${host}:${port}`,
    port,
    options: { host, port },
    get pid() {
      return server.pid
    },
    freeze: () => server.signal('SIGSTOP'),
    thaw: () => server.signal('SIGCONT'),
    kill: () => server.kill(),
    async restart() {
      await server.kill()
      server = await run(port)
    },
    async stop() {
      await server.kill()
      await removeDirectory()
    },
  }
}

async function runOnFreePort(run: (port: number) => Promise<RedisProcess>) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(host)
    try {
      return { port, server: await run(port) }
    } catch (error) {
      if (attempt === attempts) throw error
    }
  }
}
