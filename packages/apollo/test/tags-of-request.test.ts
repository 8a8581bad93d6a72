import { expect, test } from '@jest/globals'
import { createCache, memoryStore, OptionError } from '@larder/core'
import { barrier, faultyStore, hold, loaderSpy, manualClock } from '@larder/core/testing'
import { type LoadersContext, resolver, withLoaders } from '../src/index.ts'
import { atEnd } from './support/at-end.ts'
import { policy, serveCached } from './support/cached-server.ts'

interface Product {
  readonly id: string
  readonly name: string
}
type Viewer = { userId?: string }
type Shop = ReturnType<typeof createShop>
type Context = Viewer & LoadersContext<Shop['loaders']>

const typeDefs = `#graphql
  type Query { product(id: ID!): Product, top: [Product], meddling: Int, bump(id: ID!, name: String!): Query }
  type Mutation {
    "Invalidates the tag of the product, and awaits nothing."
    rename(id: ID!, name: String!): Renamed
    "Invalidates all products, and awaits nothing."
    renameAll(name: String!): Renamed
  }
  type Renamed { product: Product, query: Query }
  type Product { id: ID!, name: String! }
`

const tag = ({ id }: Product) => `product:${id}`

/** Products and a cart for each user, all of them tagged. Time stands still. */
function createShop() {
  const clock = manualClock()
  const store = faultyStore(memoryStore({ clock }))
  const cache = createCache({ namespace: 'shop', clock, store })
  atEnd(() => cache.close())
  const products = loaderSpy<string, Product>(['1', '2'].map((id) => [id, { id, name: 'old' }]))
  const cartsLoaded: string[] = []
  const loaders = {
    products: cache.loader('product', products.load, { ...policy, tags: (product) => [tag(product)] }),
    carts: cache.loader(
      'cart',
      async (ids: readonly string[], { scope }) => {
        cartsLoaded.push(scope)
        return ids
      },
      { ...policy, tags: () => [], scope: ({ userId }: Viewer) => userId },
    ),
    plain: cache.loader('plain', async (ids: readonly string[]) => ids, policy),
  }
  const rename = (id: string, name: string) => void products.rows.set(id, { id, name })
  return { cache, clock, store, loaders, products, cartsLoaded, rename }
}

function serveShop(shop: Shop) {
  const { cache, loaders, rename } = shop
  const topIsLoaded = new Promise<void>((resolve) => {
    cache.on('load', ({ loader }) => {
      if (loader === 'Query.top') resolve()
    })
  })
  return serveCached({
    cache,
    loaders,
    typeDefs,
    policies: {
      'Query.top': resolver({ ...policy, scope: 'public', tags: (list: Product[]) => list.map(tag) }),
      'Query.meddling': resolver({ ...policy, scope: 'public' }),
    },
    resolvers: {
      Query: {
        product: (_: unknown, { id }: { id: string }, { loaders }: Context) => loaders.products.load(id),
        top: (_: unknown, _args: object, { loaders }: Context) => loaders.products.loadMany(['1', '2']),
        meddling: (_: unknown, _args: object, { loaders }: Context) => loaders.invalidateTags(['a']),
        bump: async (_: unknown, { id, name }: Product, { loaders }: Context) => {
          await topIsLoaded
          rename(id, name)
          void loaders.invalidateTags([tag({ id, name })])
          return {}
        },
      },
      Mutation: {
        async rename(_: unknown, { id, name }: Product, { loaders }: Context) {
          await loaders.products.loadMany(['1', '2'])
          rename(id, name)
          void loaders.invalidateTags([tag({ id, name })])
          return { product: () => loaders.products.load(id), query: {} }
        },
        async renameAll(_: unknown, { name }: Product, { loaders }: Context) {
          await loaders.products.loadMany(['1', '2'])
          for (const id of ['1', '2']) rename(id, name)
          void loaders.products.invalidateAll()
          return { product: () => loaders.products.load('1'), query: {} }
        },
      },
    },
  })
}

const read = '{ product(id: "1") { name } top { name } }'
const renamed = '{ product { name } query { product(id: "2") { name } } }'

test('law 3: a tag that a mutation invalidates is obeyed by its own payload, by lists, and by the next request', async () => {
  const shop = createShop()
  const { ask } = await serveShop(shop)
  expect((await ask(read)).data).toEqual({
    product: { name: 'old' },
    top: [{ name: 'old' }, { name: 'old' }],
  })
  const payload = '{ product { name } query { top { name } product(id: "1") { name } } }'
  const answer = await ask(`mutation { rename(id: "1", name: "new") ${payload} }`)
  expect(answer.data.rename).toEqual({
    product: { name: 'new' },
    query: { top: [{ name: 'new' }, { name: 'old' }], product: { name: 'new' } },
  })
  const next = await ask(read)
  expect(next.data).toEqual({ product: { name: 'new' }, top: [{ name: 'new' }, { name: 'old' }] })
  expect(shop.products.countOf('2')).toBe(1)
  expect(shop.store.calls('mark')).toEqual([['shop:tag:{product%3a1}']])
})

test('law 3: invalidateAll is obeyed by the payload and by the next request', async () => {
  const shop = createShop()
  const { ask } = await serveShop(shop)
  await ask(read)
  const { data } = await ask(`mutation { renameAll(name: "new") ${renamed} }`)
  expect(data.renameAll).toEqual({ product: { name: 'new' }, query: { product: { name: 'new' } } })
  expect((await ask('{ product(id: "1") { name } }')).data.product).toEqual({ name: 'new' })
  expect(shop.store.calls('mark')).toHaveLength(1)
})

test('law 3: a query that invalidates a tag forgets what it has read, cached resolvers included', async () => {
  const { ask } = await serveShop(createShop())
  const { data } = await ask(`{ top { name } product(id: "1") { name }
    bump(id: "1", name: "new") { top { name } product(id: "1") { name } } }`)
  expect(data.bump).toEqual({ top: [{ name: 'new' }, { name: 'old' }], product: { name: 'new' } })
})

test('the response waits for the invalidation of tags that nobody awaits', async () => {
  const shop = createShop()
  const { execute } = await serveShop(shop)
  const delivery = barrier()
  shop.store.inject(hold(delivery), 'mark')
  const steps: string[] = []
  const asked = execute('mutation { rename(id: "1", name: "new") { __typename } }').then(() =>
    steps.push('answered'),
  )
  await delivery.arrived()
  // All that was going to happen without the store has happened.
  await shop.clock.advance(0)
  steps.push('store answers')
  delivery.open()
  await asked
  expect(steps).toEqual(['store answers', 'answered'])
})

test('law 3: without the plugin, too', async () => {
  const shop = createShop()
  const { loaders } = withLoaders(shop.loaders, {})
  await loaders.products.loadMany(['1', '2'])
  shop.rename('1', 'new')
  const { invalidateTags } = loaders
  await invalidateTags(['product:1'])
  expect(await loaders.products.loadMany(['1', '2'])).toMatchObject([{ name: 'new' }, { name: 'old' }])
  expect(shop.store.calls('mark')).toHaveLength(1)
  await expect(loaders.invalidateTags([''])).rejects.toThrow(OptionError)
})

test('invalidateAll concerns the scope of the request, and needs the option tags', async () => {
  const shop = createShop()
  const [ada, bob] = ['ada', 'bob'].map((userId) => withLoaders(shop.loaders, { userId }).loaders)
  await Promise.all([ada?.carts.load('main'), bob?.carts.load('main')])
  await ada?.carts.invalidateAll()
  await ada?.carts.load('main')
  await withLoaders(shop.loaders, { userId: 'bob' }).loaders.carts.load('main')
  expect(shop.cartsLoaded).toEqual(['ada', 'bob', 'ada'])
  expect(() => withLoaders(shop.loaders, {}).loaders.carts.invalidateAll()).toThrow(/Loader "cart"/)
  await expect(ada?.plain.invalidateAll()).rejects.toThrow(/invalidateAll: expected the option tags/)
})

test('a cached resolver cannot invalidate: whether it runs is up to the cache', async () => {
  const { ask } = await serveShop(createShop())
  const { errors } = await ask('{ meddling }')
  expect(errors).toMatchObject([
    { message: expect.stringContaining('contextValue.loaders.invalidateTags is not for a resolver') },
  ])
})

test('the loaders are listed without it, and none can have its name', () => {
  const { loaders, cache } = createShop()
  expect(Object.keys(withLoaders(loaders, {}).loaders)).toEqual(['products', 'carts', 'plain'])
  const invalidateTags = cache.loader('another', async (ids: readonly string[]) => ids)
  expect(() => withLoaders({ invalidateTags }, {})).toThrow(/names other than invalidateTags/)
})
