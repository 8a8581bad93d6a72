/** Which clients the store works on. A client is known by its methods, not by its class. */
import { OptionError } from '@larder/core'
import type { RedisClient, RedisCluster } from './client.ts'

export const CLIENT = 'redisStore: client'
export const EXPECTED =
  'an ioredis client, of one server or of a Cluster, or a URL such as "redis://localhost:6379"'

const COMMON = ['connect', 'on', 'off'] as const
const OF_A_SERVER = [
  ...COMMON,
  ...(['mget', 'scan', 'pipeline', 'evalsha', 'eval', 'duplicate', 'quit', 'disconnect'] as const),
]
const OF_A_CLUSTER = [...COMMON, ...(['nodes', 'refreshSlotsCache', 'createBuiltinCommand'] as const)]
const LAGS = 'A replica lags behind its master: a read could return what was invalidated before it began.'

export function isCluster(client: RedisClient | RedisCluster): client is RedisCluster {
  return (client as Partial<RedisCluster> | undefined)?.isCluster === true
}

/** @throws OptionError on anything that is no ioredis client, and on a client that reads from replicas. */
export function recogniseServer(client: RedisClient): RedisClient {
  checkMethods(client, OF_A_SERVER)
  const { sentinels, role } = client.options
  if (sentinels && role === 'slave') throw new OptionError(`${CLIENT}: role`, '"master"', role, LAGS)
  return client
}

/** @throws OptionError on what is no ioredis client of a Cluster, and on one that reads from replicas. */
export function recogniseCluster(client: RedisCluster): RedisCluster {
  checkMethods(client, OF_A_CLUSTER)
  const { scaleReads = 'master', keyPrefix, redisOptions } = client.options
  if (scaleReads !== 'master') throw new OptionError(`${CLIENT}: scaleReads`, '"master"', scaleReads, LAGS)
  // ioredis would use one of them for what goes through the Cluster's client, and the other for what goes to a node.
  const ofNodes = redisOptions?.keyPrefix || keyPrefix
  if (ofNodes !== keyPrefix) {
    const advice = 'That of redisOptions differs from it: leave it out.'
    throw new OptionError(`${CLIENT}: keyPrefix`, 'one for all nodes', keyPrefix, advice)
  }
  return client
}

function checkMethods<T extends { readonly status: string }>(client: T, methods: readonly (keyof T)[]): void {
  const isKnown =
    typeof client?.status === 'string' && methods.every((method) => typeof client[method] === 'function')
  const advice = 'Clients of other packages than ioredis have other methods.'
  if (!isKnown) throw new OptionError(CLIENT, EXPECTED, client, advice)
}
