import { ApolloServer } from '@apollo/server'
import { type LoadersContext, larder, withLoaders } from '@larder/apollo'
import { createCache } from '@larder/core'
import { manualClock } from '@larder/core/testing'
import { createKeyv, keyvStore, LarderKeyv } from '@larder/keyv'
import { instrument } from '@larder/opentelemetry'
import { redisStore } from '@larder/redis'
import { Redis } from 'ioredis'
import { Keyv } from 'keyv'

interface Product {
  name: string
  since: Date
}

const cache = createCache({ namespace: 'consumer', store: redisStore(new Redis()), clock: manualClock() })
const products = cache.loader('product', async (ids: readonly string[]) =>
  ids.map((id): Product => ({ name: id, since: new Date(0) })),
)
const loaders = { products }

export const since: Promise<Date | undefined> = products.load('42').then((product) => product?.since)
export const server = new ApolloServer<LoadersContext<typeof loaders>>({
  typeDefs: 'type Query { name: String }',
  plugins: [larder({ cache, loaders })],
})
export const onKeyv = createCache({ namespace: 'consumer', store: keyvStore(new Keyv()) })
export const overLarder = new Keyv<Product>({ store: new LarderKeyv() })
export const found: Promise<Product | null | undefined> = createKeyv<Product>({ ttl: '1m' }).get('42')
export const stop: () => void = instrument(cache)
export const context = withLoaders(loaders, {})
// @ts-expect-error an ID is a string here
products.load(42)
