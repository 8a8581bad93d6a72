import { afterAll, beforeAll, describe, test } from '@jest/globals'
import { storeContract } from '@larder/core/testing'
import { redisStore } from '@larder/redis'
import { type RedisCluster, startCluster } from '@larder/test/redis-cluster'
import { type Cluster, type ClusterOptions, Redis } from 'ioredis'
import { versions } from './support/versions.ts'

/** What the store does is tested here, not how fast a busy machine does it. */
const timeout = '4s'

let cluster: RedisCluster
let admins: Redis[]

beforeAll(async () => {
  cluster = await startCluster()
  admins = cluster.nodes.map(({ options }) => new Redis(options))
})

afterAll(async () => {
  for (const admin of admins) admin.disconnect()
  await cluster.stop()
})

describe.each(versions)('redisStore on a Cluster, with $version', ({ Client }) => {
  contractWith(Client)
})

describe.each(versions)(
  'redisStore on a Cluster’s client with settings of its own, of $version',
  ({ Client }) => {
    contractWith(Client, { keyPrefix: 'app*[1]:', enableAutoPipelining: true, slotsRefreshInterval: 0 })
  },
)

describe('redisStore on a Cluster’s client whose nodes have the key prefix', () => {
  contractWith(Redis, { redisOptions: { keyPrefix: 'app:{1', enableAutoPipelining: true } })
})

function contractWith(Client: (typeof versions)[number]['Client'], options: ClusterOptions = {}) {
  let clients: Cluster[]

  beforeAll(() => {
    clients = [0, 1].map(() => new Client.Cluster([...cluster.startupNodes], options))
  })

  afterAll(() => {
    for (const client of clients) client.disconnect()
  })

  storeContract({ describe, test }, async () => {
    const [client, otherClient] = clients as [Cluster, Cluster]
    await Promise.all(admins.map((admin) => admin.flushall()))
    const [store, other] = [redisStore(client, { timeout }), redisStore(otherClient, { timeout })]
    return {
      store,
      other,
      plantForeign: async (key) => void (await client.rpush(key, 'an element')),
      close: async () => void (await Promise.all([store.close(), other.close()])),
    }
  }, ['leases', 'bus', 'scan', 'partOf'])
}
