/**
 * Larder's store on Redis, one server or a Cluster, through ioredis 6 or 5.
 *
 *     createCache({ namespace: 'shop', store: redisStore('redis://localhost:6379') })
 *     createCache({ namespace: 'shop', store: redisStore(client) })
 *     createCache({ namespace: 'shop', store: redisStore(new Cluster([{ host: 'redis-1', port: 6379 }])) })
 *
 * - `redisStore` makes the store: from a URL, with a client of its own; or on a client of yours, which stays yours.
 * - `RedisClient` and `RedisCluster` are what it uses of a client. Anything that has it will do.
 * - `ClientNotReadyError` and `ConnectionLostError` are what an operation rejects with where there is no connection, or
 *   no longer. Where no answer comes in time it is the `DeadlineError` of `@larder/core`, and where Redis refuses a
 *   command, Redis's own error.
 * - `DatabaseRefusedError` is what each operation rejects with where the URL names a database that the server does not give.
 */
export type { RedisClient, RedisCluster, RedisPipeline } from './client.ts'
export {
  ClientNotReadyError,
  ConnectionLostError,
  DatabaseRefusedError,
  NodeOfClusterError,
} from './errors.ts'
export { type RedisStoreOptions, redisStore } from './redis-store.ts'
