import responseCache from '@apollo/server-plugin-response-cache'
import { expect, jest, test } from '@jest/globals'
import { createCache, systemClock } from '@larder/core'
import { resolver, withLoaders } from '../src/index.ts'
import { atEnd } from './support/at-end.ts'
import { type CachedServerOptions, createTestCache, policy, serveCached } from './support/cached-server.ts'

type Viewer = { userId?: string }
type Reader = { load(id: string): Promise<unknown>; prime(id: string, value: unknown): unknown }
type Context = Viewer & { loaders: Record<'products' | 'carts', Reader> }

const typeDefs = `#graphql
  enum CacheControlScope { PUBLIC PRIVATE }
  directive @cacheControl(maxAge: Int, scope: CacheControlScope, inheritMaxAge: Boolean)
    on FIELD_DEFINITION | OBJECT | INTERFACE | UNION
  type Query {
    product(id: ID!): String @cacheControl(maxAge: 240)
    cart(id: ID!): String @cacheControl(maxAge: 240)
    top: String @cacheControl(maxAge: 240)
    mine: String @cacheControl(maxAge: 240)
    asked: String @cacheControl(maxAge: 240)
    fixed: String @cacheControl(maxAge: 30)
    unhinted: String
    primed: String @cacheControl(maxAge: 240)
    served(id: ID!): String @cacheControl(maxAge: 240)
    slow(id: ID!, seconds: Int!): String @cacheControl(maxAge: 240)
  }
`

/** A shop whose entries are fresh for a minute, and stale for an hour. */
async function serveShop(options: Partial<CachedServerOptions> = {}, keepsContexts = false) {
  const { cache, clock } = createTestCache()
  const byUser = ({ userId }: Viewer) => userId
  let runs = 0
  const load = async (ids: readonly string[], { scope }: { scope: unknown }) =>
    ids.map((id) => `${id} ${scope}`)
  const read =
    (name: 'products' | 'carts') =>
    (_: unknown, { id }: { id: string }, { loaders }: Context) =>
      loaders[name].load(id)
  const loaders = {
    products: cache.loader('product', load, policy),
    carts: cache.loader('cart', load, { ...policy, scope: byUser }),
  }
  const kept = new Map<string | undefined, object>()
  /** One for each user, with what reads by way of it, should it be kept. */
  function contextOf(userId: string | undefined): object {
    const context: Context & { service?: unknown } = withLoaders(loaders, { userId } as Viewer)
    context.service = (name: 'products' | 'carts', id: string) => context.loaders[name].load(id)
    if (!kept.has(userId)) kept.set(userId, context)
    return kept.get(userId) as object
  }
  const shopOptions: CachedServerOptions = {
    cache,
    typeDefs,
    resolvers: {
      Query: {
        product: read('products'),
        cart: read('carts'),
        top: () => `run ${++runs}`,
        mine: () => `run ${++runs}`,
        asked: (_: unknown, _args: unknown, _context: unknown, info: { path: unknown }) =>
          `${info.path !== null}`,
        fixed: () => 'fixed',
        primed: (_: unknown, _args: unknown, { loaders, userId }: Context) => {
          loaders.carts.prime('9', `of ${userId}`)
          return loaders.carts.load('9')
        },
        slow: async (_: unknown, { id, seconds }: { id: string; seconds: number }, { loaders }: Context) => {
          const product = await loaders.products.load(id)
          await clock.advance(seconds * 1000)
          return product
        },
        served: (_: unknown, { id }: { id: string }, { service }: never) =>
          (service as (name: string, id: string) => unknown)(id === 'cart' ? 'carts' : 'products', id),
        unhinted: (_: unknown, _args: unknown, { loaders }: Context) => loaders.products.load('1'),
      },
    },
    loaders,
    policies: {
      'Query.top': resolver({ ...policy, scope: 'public' }),
      'Query.mine': resolver({ ...policy, scope: byUser }),
      'Query.asked': resolver({ ...policy, scope: byUser }),
    },
    ...options,
  }
  const server = await (keepsContexts ? serveCached(shopOptions, contextOf) : serveCached(shopOptions))
  const header = async (query: string, userId?: string) => (await server.ask(query, userId)).cacheControl
  const batchHeader = async (queries: readonly string[], userId?: string) =>
    (await server.askBatch(queries, userId)).cacheControl
  return { ...server, clock, header, batchHeader, runs: () => runs }
}

test('maxAge is narrowed to the least time left, in whole seconds', async () => {
  const { header, clock } = await serveShop()
  expect(await header('{ product(id: "1") }')).toBe('max-age=60, public')
  await clock.advance(20_500)
  expect(await header('{ product(id: "1") }')).toBe('max-age=39, public')
  expect(await header('{ product(id: "1") other: product(id: "2") }')).toBe('max-age=39, public')
  expect(await header('{ product(id: "2") top }')).toBe('max-age=60, public')
  await clock.advance(20_000)
  expect(await header('{ top }')).toBe('max-age=40, public')
})

test('maxAge is what is left when the operation has been executed, not when it has read', async () => {
  const { header } = await serveShop()
  expect(await header('{ slow(id: "1", seconds: 20) }')).toBe('max-age=40, public')
  expect(await header('{ slow(id: "1", seconds: 15) }')).toBe('max-age=25, public')
  expect(await header('{ slow(id: "2", seconds: 10) product(id: "1") }')).toBe('max-age=15, public')
  expect(await header('{ slow(id: "2", seconds: 60) }')).toBe('no-store')
})

test('so is what has been read before the operation: by the context function, say', async () => {
  const cache = createCache({ namespace: 'test' })
  atEnd(() => cache.close())
  const products = cache.loader('product', async (ids: readonly string[]) => ids, policy)
  const contextOf = async () => {
    const context = withLoaders({ products }, {})
    await context.loaders.products.load('1')
    const now = systemClock.monotonic()
    const later = jest.spyOn(systemClock, 'monotonic').mockReturnValue(now + 20_500)
    atEnd(async () => later.mockRestore())
    return context
  }
  const read = ({ loaders }: Context) => loaders.products.load('1')
  const resolvers = { Query: { product: (_: unknown, _args: unknown, context: Context) => read(context) } }
  const { ask } = await serveCached({ cache, typeDefs, resolvers, loaders: { products } }, contextOf)
  expect((await ask('{ product(id: "1") }')).cacheControl).toBe('max-age=39, public')
})

test('what is stale is cached by nobody else', async () => {
  const { header, clock } = await serveShop()
  await header('{ top product(id: "1") }')
  await clock.advance(61_000)
  expect(await header('{ top }')).toBe('no-store')
  expect(await header('{ product(id: "1") }')).toBe('no-store')
})

test('nothing is widened', async () => {
  const { header } = await serveShop()
  expect(await header('{ product(id: "1") fixed }')).toBe('max-age=30, public')
  expect(await header('{ fixed }')).toBe('max-age=30, public')
})

test('what no hint makes cacheable stays so', async () => {
  const { header } = await serveShop()
  expect(await header('{ unhinted }')).toBe('no-store')
  expect(await header('{ product(id: "1") unhinted }')).toBe('no-store')
})

test('law 6: PRIVATE as soon as anything with a scope was read', async () => {
  const { header } = await serveShop()
  expect(await header('{ cart(id: "1") }', 'ada')).toBe('max-age=60, private')
  expect(await header('{ product(id: "1") mine }', 'ada')).toBe('max-age=60, private')
  expect(await header('{ product(id: "1") mine }', 'ada')).toBe('max-age=60, private')
})

test('law 6: also where it was primed, and the cache not asked', async () => {
  const { header } = await serveShop()
  expect(await header('{ primed }', 'ada')).toBe('max-age=240, private')
})

test('law 6: also where the resolver ran for the request alone', async () => {
  const { header } = await serveShop()
  await header('{ asked }', 'ada')
  expect(await header('{ asked }', 'ada')).toBe('max-age=240, private')
})

test('law 6: also where it was read by what has an older context of the user, which is kept', async () => {
  const { header, clock } = await serveShop({}, true)
  expect(await header('{ top }', 'ada')).toBe('max-age=60, public')
  expect(await header('{ served(id: "1") }', 'ada')).toBe('max-age=60, public')
  await clock.advance(20_000)
  expect(await header('{ served(id: "1") }', 'ada')).toBe('max-age=40, public')
  expect(await header('{ product(id: "2") }', 'ada')).toBe('max-age=60, public')
  expect(await header('{ served(id: "cart") }', 'ada')).toBe('max-age=40, private')
  expect(await header('{ product(id: "2") }', 'ada')).toBe('max-age=60, private')
  expect(await header('{ product(id: "2") }', 'bob')).toBe('max-age=60, public')
})

test('without the option the schema says it all', async () => {
  const { header } = await serveShop({ larder: { hints: false } })
  expect(await header('{ cart(id: "1") }', 'ada')).toBe('max-age=240, public')
})

test('the response cache keeps a response for as long, and for whom, the entries say', async () => {
  const plugin = responseCache({
    sessionId: async ({ request }) => request.http?.headers.get('x-user') ?? null,
  })
  const { ask, runs } = await serveShop({ plugins: [plugin] })
  const read = async (query: string, userId?: string) => (await ask(query, userId)).data

  expect(await read('{ top }')).toEqual({ top: 'run 1' })
  const again = await ask('{ top }')
  expect(again.data).toEqual({ top: 'run 1' })
  expect(again.extensions?.larder.resolvers).toEqual({})
  expect(again.cacheControl).toBe('max-age=60, public')

  const mine = await Promise.all(['ada', 'bob', 'ada', 'bob'].map((userId) => read('{ mine }', userId)))
  expect(mine[0]).not.toEqual(mine[1])
  expect([mine[2], mine[3]]).toEqual([mine[0], mine[1]])
  expect(runs()).toBe(3)
})

test('the header of a batched request is the least of all its operations', async () => {
  const { batchHeader, header, clock } = await serveShop()
  await header('{ product(id: "1") }')
  await clock.advance(20_000)
  expect(await batchHeader(['{ top }', '{ product(id: "1") }'])).toBe('max-age=40, public')
  expect(await batchHeader(['{ product(id: "1") }', '{ top }'])).toBe('max-age=40, public')
  expect(await batchHeader(['{ fixed }', '{ product(id: "1") }', '{ top }'])).toBe('max-age=30, public')
  expect(await batchHeader(['{ cart(id: "1") }', '{ top }'], 'ada')).toBe('max-age=60, private')
  expect(await batchHeader(['{ top }', '{ unhinted }'])).toBe('no-store')
})
