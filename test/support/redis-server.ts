import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { runRedis } from './redis-process.ts'
import type { ServerProcess } from './server-process.ts'

/** A real Redis or Valkey of a test's own, on a free port of the loopback interface. It keeps nothing on disk. */
export interface RedisServer {
  readonly url: string
  readonly port: number
  /** Where the nodes of a Cluster speak to each other. */
  readonly busPort?: number
  /** What ioredis needs to connect. */
  readonly options: { readonly host: string; readonly port: number }
  /** The process that runs now; after `restart` it is another one. */
  readonly pid: number
  /** Stops it in its tracks (SIGSTOP): connections stay open, and nothing answers until `thaw`. */
  freeze(): void
  thaw(): void
  /**
   * Kills it as a crash would, frozen or not, and resolves when the process is gone. Its data are lost; a node of a
   * Cluster keeps what it knows of the others.
   */
  kill(): Promise<void>
  /** Starts it again, empty, on the same port; kills it first if it runs. */
  restart(): Promise<void>
  /** Ends it for good, in whatever state it is. */
  stop(): Promise<void>
}

export interface RedisServerOptions {
  /** Further arguments for the server, such as `['--maxmemory', '2mb']`. */
  readonly args?: readonly string[]
  /** It is to be a node of a Cluster, and has a second port for its bus. Default `false`. */
  readonly hasBus?: boolean
}

const host = '127.0.0.1'
const attempts = 5

/** Resolves when the server accepts connections. It dies with this process, however that one dies. */
export async function startRedis({
  args = [],
  hasBus = false,
}: RedisServerOptions = {}): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), 'larder-redis-'))
  const removeDirectory = () => rm(directory, { recursive: true, force: true })
  const run = ({ port, busPort }: Ports) =>
    runRedis(directory, [
      ...['--bind', host, '--port', `${port}`],
      ...(busPort === undefined ? [] : ['--cluster-port', `${busPort}`]),
      ...['--save', '', '--appendonly', 'no'],
      ...args,
    ])

  const first = await runOnFreePorts(run, hasBus).catch(async (error) => {
    await removeDirectory()
    throw error
  })
  const { ports } = first
  let { server } = first

  return {
    url: `redis://${host}:${ports.port}`,
    ...ports,
    options: { host, port: ports.port },
    get pid() {
      return server.pid
    },
    freeze: () => server.signal('SIGSTOP'),
    thaw: () => server.signal('SIGCONT'),
    kill: () => server.kill(),
    async restart() {
      await server.kill()
      server = await run(ports)
    },
    async stop() {
      await server.kill()
      await removeDirectory()
    },
  }
}

interface Ports {
  readonly port: number
  readonly busPort?: number
}

async function runOnFreePorts(run: (ports: Ports) => Promise<ServerProcess>, hasBus: boolean) {
  for (let attempt = 1; ; attempt++) {
    const ports = { port: await freePort(host), ...(hasBus && { busPort: await freePort(host) }) }
    try {
      return { ports, server: await run(ports) }
    } catch (error) {
      if (attempt === attempts) throw error
    }
  }
}
