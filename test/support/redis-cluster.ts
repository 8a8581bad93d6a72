import { Redis } from 'ioredis'
import { type RedisServer, startRedis } from './redis-server.ts'

/** A real Cluster of a test's own, on the loopback interface: masters without replicas, each with a third of the slots. */
export interface RedisCluster {
  readonly nodes: readonly RedisServer[]
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
  /** How many nodes. Default 3. */
  readonly size?: number
  /** Further arguments for each server, such as `['--cluster-require-full-coverage', 'no']`. */
  readonly args?: readonly string[]
}

const SLOTS = 16_384
const deadline = 15_000

/** Resolves when the Cluster serves every slot. Its nodes die with this process, however that one dies. */
export async function startCluster({ size = 3, args = [] }: RedisClusterOptions = {}): Promise<RedisCluster> {
  const nodes: RedisServer[] = []
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())))
  try {
    // One after the other: each would take a port for its bus that another may have been given.
    for (let i = 0; i < size; i++) {
      nodes.push(await startRedis({ args: [...CLUSTER_ARGS, ...args], hasBus: true }))
    }
    await form(nodes)
  } catch (error) {
    await stop()
    throw error
  }

  return {
    nodes,
    startupNodes: nodes.map(({ options }) => options),
    async ownerOf(slot) {
      const owner = await ask(nodes[0] as RedisServer, (client) => ownerIn(client, slot))
      return nodes.find(({ port }) => port === owner) as RedisServer
    },
    settled: () => untilServed(nodes),
    stop,
  }
}

const CLUSTER_ARGS = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000']

async function form(nodes: readonly RedisServer[]): Promise<void> {
  const [first, ...others] = nodes as [RedisServer, ...RedisServer[]]
  await Promise.all(
    nodes.map((node, i) =>
      ask(node, async (client) => {
        const [from, end] = [i, i + 1].map((at) => Math.floor((at * SLOTS) / nodes.length)) as [
          number,
          number,
        ]
        await client.cluster('ADDSLOTSRANGE', from, end - 1)
        // Each has its own: otherwise two could be at odds over what they say, and the Cluster would have to settle it.
        await client.cluster('SET-CONFIG-EPOCH', i + 1)
      }),
    ),
  )
  await ask(first, async (client) => {
    for (const { options, busPort } of others) {
      await client.call('CLUSTER', 'MEET', options.host, options.port, busPort as number)
    }
  })
  await untilServed(nodes)
}

async function untilServed(nodes: readonly RedisServer[]): Promise<void> {
  const end = performance.now() + deadline
  for (const node of nodes) {
    await ask(node, async (client) => {
      for (;;) {
        const info = String(await client.cluster('INFO'))
        const known = await client.cluster('SLOTS')
        const served = known.reduce((sum, [from, till]) => sum + till - from + 1, 0)
        if (info.includes('cluster_state:ok') && served === SLOTS) return
        if (performance.now() > end) {
          throw new Error(`expected the Cluster to serve all slots within ${deadline} ms. It said:\n${info}`)
        }
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    })
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
