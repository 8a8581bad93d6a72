import { Redis } from 'ioredis'
import { type RedisServer, startRedis } from './redis-server.ts'
import { runSentinel, type SentinelProcess } from './sentinel-process.ts'
import { until } from './until.ts'

/** A real master with one replica, and the Sentinel that watches them: all of a test's own, on the loopback interface. */
export interface RedisSentinel {
  /** What ioredis needs to connect to whichever is the master. */
  readonly options: {
    readonly sentinels: { readonly host: string; readonly port: number }[]
    readonly name: string
  }
  /** The one that is the master at first. */
  readonly master: RedisServer
  /** The one that is promoted. */
  readonly replica: RedisServer
  readonly sentinel: Pick<SentinelProcess, 'freeze' | 'thaw'>
  /** Resolves when the replica has all that the master has been sent so far. */
  replicated(): Promise<void>
  /** Cuts the replica off for good: what the master is sent from now on is not replicated. Sentinel sees both. */
  cutReplication(): Promise<void>
  /** Has Sentinel promote the replica. Resolves when it names that, and that is the master. There is one failover. */
  switchMaster(): Promise<void>
  /** Kills the master, and then the same. */
  loseMaster(): Promise<void>
  stop(): Promise<void>
}

const name = 'larder'

/** Resolves when the replica is in step with the master, and Sentinel would promote it. */
export async function startSentinel(): Promise<RedisSentinel> {
  const running: { stop(): Promise<void> }[] = []
  const clients: Redis[] = []
  const started = <T extends { stop(): Promise<void> }>(server: T): T => {
    running.push(server)
    return server
  }
  const connect = (port: number, host: string) => {
    const client = new Redis({ host, port, retryStrategy: () => 10 })
    client.on('error', () => {}) // Servers are killed on purpose.
    clients.push(client)
    return client
  }
  const stop = async () => {
    for (const client of clients) client.disconnect()
    await Promise.all(running.map((server) => server.stop()))
  }

  try {
    const master = started(await startRedis({ args: REPLICATING }))
    const { host, port } = master.options
    const replica = started(await startRedis({ args: [...REPLICATING, '--replicaof', host, `${port}`] }))
    const onMaster = connect(port, host)
    const onReplica = connect(replica.port, host)
    await until(async () => (await roleOf(onReplica))[3] === 'connected')

    const sentinel = started(await runSentinel(name, { host, port }))
    const asked = connect(sentinel.port, host)
    await until(() => wouldPromote(asked))

    const switchMaster = async () => {
      await asked.call('SENTINEL', 'FAILOVER', name)
      await until(async () => {
        const [, named] = (await asked.call('SENTINEL', 'get-master-addr-by-name', name)) as string[]
        return named === `${replica.port}` && (await roleOf(onReplica))[0] === 'master'
      })
    }

    return {
      options: { sentinels: [{ host, port: sentinel.port }], name },
      master,
      replica,
      sentinel,
      async replicated() {
        const [, offset] = await roleOf(onMaster)
        await until(async () => Number((await roleOf(onReplica))[4]) >= Number(offset))
      },
      async cutReplication() {
        await onMaster.call('ACL', 'SETUSER', 'default', '-psync', '-sync')
        await onMaster.client('KILL', 'TYPE', 'REPLICA')
        await until(async () => (await roleOf(onReplica))[3] !== 'connected')
      },
      switchMaster,
      async loseMaster() {
        await master.kill()
        await switchMaster()
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** By way of a file: else a replica hears of what comes after it only when it has reported, which it does once a second. */
const REPLICATING = ['--repl-diskless-sync', 'no']

/** Of a master `['master', offset, replicas]`; of a replica `['slave', host, port, state of the link, offset]`. */
function roleOf(server: Redis): Promise<unknown[]> {
  return server.role() as Promise<unknown[]>
}

async function wouldPromote(sentinel: Redis): Promise<boolean> {
  const [replica = []] = (await sentinel.call('SENTINEL', 'REPLICAS', name)) as string[][]
  const fieldOf = (field: string) => replica[replica.indexOf(field) + 1]
  return fieldOf('flags') === 'slave' && fieldOf('master-link-status') === 'ok'
}
