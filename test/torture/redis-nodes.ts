/**
 * The Redis under torture: one server, or the three nodes of a Cluster. Before each stands a proxy, through which some of
 * the fleet go. A Cluster's client learns its nodes' own addresses; ioredis's `natMap` turns them into the proxies'.
 */
import { startCluster } from '../support/redis-cluster.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { type Placement, placeRows } from './placement.ts'
import type { Address } from './protocol.ts'
import { openNode, type RedisNode } from './redis-node.ts'

export interface TorturedRedis {
  readonly nodes: readonly RedisNode[]
  /** Which of the nodes serve what; absent where there is but one server. */
  readonly placement: Placement | undefined
  addressOf(way: 'direct' | 'proxied'): Address
}

/** @param undo Told, step by step, how to end what was started. */
export async function startNodes(
  isCluster: boolean,
  undo: (step: () => unknown) => void,
): Promise<TorturedRedis> {
  const servers = isCluster ? await startMasters(undo) : [await startServer(undo)]
  const nodes = await Promise.all(servers.map((server) => openNode(server, undo)))
  const direct = servers.map(({ options }) => options)
  const proxied = nodes.map(({ proxy }) => proxy.options)
  const natMap = Object.fromEntries(
    direct.map(({ host, port }, i) => [`${host}:${port}`, proxied[i] as (typeof proxied)[number]]),
  )
  return {
    nodes,
    placement: isCluster ? await placeRows(nodes) : undefined,
    addressOf(way) {
      const startupNodes = way === 'direct' ? direct : proxied
      if (isCluster) return way === 'direct' ? { startupNodes } : { startupNodes, natMap }
      const [{ host, port }] = startupNodes as [{ host: string; port: number }]
      return `redis://${host}:${port}`
    },
  }
}

async function startServer(undo: (step: () => unknown) => void): Promise<RedisServer> {
  const server = await startRedis()
  undo(() => server.stop())
  return server
}

/** While a node is out the others go on serving what is theirs. */
async function startMasters(undo: (step: () => unknown) => void): Promise<readonly RedisServer[]> {
  const cluster = await startCluster({ args: ['--cluster-require-full-coverage', 'no'] })
  undo(() => cluster.stop())
  return cluster.nodes
}
