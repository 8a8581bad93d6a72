/**
 * Larder's store on Redis, through ioredis 6 or 5.
 *
 *     createCache({ namespace: 'shop', store: redisStore('redis://localhost:6379') })
 *     createCache({ namespace: 'shop', store: redisStore(client) })
 *
 * - `redisStore` makes the store: from a URL, with a client of its own; or on a client of yours, which stays yours.
 * - `RedisClient` is what it uses of a client. Anything that has it will do.
 * - `ClientNotReadyError` and `ConnectionLostError` are what an operation rejects with where there is no connection, or
 *   no longer. Where no answer comes in time it is the `DeadlineError` of `@larder/core`, and where Redis refuses a
 *   command, Redis's own error.
 */
export type { RedisClient, RedisPipeline } from './client.ts'
export { ClientNotReadyError, ConnectionLostError } from './errors.ts'
export { type RedisStoreOptions, redisStore } from './redis-store.ts'
