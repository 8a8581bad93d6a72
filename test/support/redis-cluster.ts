import { Redis } from 'ioredis'
import { type RedisServer, startRedis } from './redis-server.ts'
import { until } from './until.ts'

/** A real Cluster of a test's own, on the loopback interface. Its masters have equal shares of the slots. */
export interface RedisCluster {
  /** Its masters, to begin with. */
  readonly nodes: readonly RedisServer[]
  /** One of each of them, in order, or none at all. */
  readonly replicas: readonly RedisServer[]
  /** What ioredis needs to connect: the nodes to ask first. */
  readonly startupNodes: readonly { readonly host: string; readonly port: number }[]
  /** The node that has the slot by the word of the nodes themselves. */
  ownerOf(slot: number): Promise<RedisServer>
  /** Resolves when all nodes that run agree that all slots are served. */
  settled(): Promise<void>
  /** Ends it for good, in whatever state it is. */
  stop(): Promise<void>
}

export interface RedisClusterOptions {
  /** Whether each master has a replica. Default `false`. */
  readonly hasReplicas?: boolean
  /** Further arguments for each server, such as `['--cluster-require-full-coverage', 'no']`. */
  readonly args?: readonly string[]
}

const SLOTS = 16_384

/** Resolves when the Cluster serves every slot. Its nodes die with this process, however that one dies. */
export async function startCluster({
  hasReplicas = false,
  args = [],
}: RedisClusterOptions = {}): Promise<RedisCluster> {
  const servers: RedisServer[] = []
  const stop = async () => void (await Promise.all(servers.map((server) => server.stop())))
  const start = async () => {
    const started: RedisServer[] = []
    // One after the other: each would take a port for its bus that another may have been given.
    for (let i = 0; i < MASTERS; i++) {
      const server = await startRedis({ args: [...CLUSTER_ARGS, ...args], hasBus: true })
      servers.push(server)
      started.push(server)
    }
    return started
  }

  try {
    const nodes = await start()
    const replicas = hasReplicas ? await start() : []
    await assignSlots(nodes)
    await meet(nodes[0] as RedisServer, [...nodes.slice(1), ...replicas])
    await untilServed(nodes)
    for (const [i, replica] of replicas.entries()) await replicate(replica, nodes[i] as RedisServer)
    return {
      nodes,
      replicas,
      startupNodes: nodes.map(({ options }) => options),
      async ownerOf(slot) {
        const owner = await ask(nodes[0] as RedisServer, (client) => ownerIn(client, slot))
        return servers.find(({ port }) => port === owner) as RedisServer
      },
      settled: () => untilServed(servers),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const MASTERS = 3
const CLUSTER_ARGS = [
  ...['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000'],
  // A replica that comes is not made to wait for others that may.
  ...['--repl-diskless-sync-delay', '0'],
]

async function assignSlots(nodes: readonly RedisServer[]): Promise<void> {
  const firstOf = (i: number) => Math.floor((i * SLOTS) / nodes.length)
  for (const [i, node] of nodes.entries()) {
    await ask(node, async (client) => {
      await client.cluster('ADDSLOTSRANGE', firstOf(i), firstOf(i + 1) - 1)
      // Each has its own: otherwise two could be at odds over what they say, and the Cluster would have to settle it.
      await client.cluster('SET-CONFIG-EPOCH', i + 1)
    })
  }
}

async function meet(first: RedisServer, others: readonly RedisServer[]): Promise<void> {
  await ask(first, async (client) => {
    for (const { options, busPort } of others) {
      await client.call('CLUSTER', 'MEET', options.host, options.port, busPort as number)
    }
  })
}

/** Resolves when the replica has what the master has. */
async function replicate(replica: RedisServer, master: RedisServer): Promise<void> {
  const id = String(await ask(master, (client) => client.cluster('MYID')))
  await ask(replica, async (client) => {
    await until(
      async () => String(await client.cluster('NODES')).includes(id),
      'the replica knows its master',
    )
    await client.cluster('REPLICATE', id)
    await until(
      async () => (await client.info('replication')).includes('master_link_status:up'),
      'the replica follows its master',
    )
  })
}

async function untilServed(nodes: readonly RedisServer[]): Promise<void> {
  for (const node of nodes) {
    await ask(node, (client) =>
      until(async () => {
        const known = await client.cluster('SLOTS')
        const served = known.reduce((sum, [from, till]) => sum + till - from + 1, 0)
        return served === SLOTS && String(await client.cluster('INFO')).includes('cluster_state:ok')
      }, 'the Cluster serves all slots'),
    )
  }
}

async function ownerIn(client: Redis, slot: number): Promise<number | undefined> {
  const ranges = await client.cluster('SLOTS')
  return ranges.find(([from, till]) => from <= slot && slot <= till)?.[2]?.[1]
}

async function ask<T>({ options }: RedisServer, question: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(options)
  try {
    return await question(client)
  } finally {
    client.disconnect()
  }
}
