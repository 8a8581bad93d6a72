import { createCache } from '@larder/core'
import { redisStore } from '@larder/redis'
import { Redis } from 'ioredis'

const redis = new Redis({ lazyConnect: true }) // or give redisStore a URL: then it has a client of its own
const cache = createCache({ namespace: 'shop', store: redisStore(redis) })
await cache.close() // leaves the client open that it was given
redis.disconnect()
export {}
