import { expect, test } from '@jest/globals'
import { type Cache, InvalidKeyError, OptionError, ScopeError } from '@larder/core'
import { resolver } from '../src/index.ts'
import { createServer, createTestCache, policy } from './support/cached-server.ts'

type Viewer = { user?: string }

const typeDefs = `#graphql
  enum Order { NEW CHEAP }
  type Query { top(first: Int = 2, order: Order = NEW): String, mine: String, product: Product, asked: String }
  type Product { id: ID!, stock(at: String): String }
  type Mutation { buy(first: Int!): Bought }
  type Bought { product: Product }
`

const policies = {
  'Query.top': resolver({ ...policy, scope: 'public' }),
  'Query.mine': resolver({ ...policy, scope: ({ user }: Viewer) => user }),
  'Query.asked': resolver({ ...policy, scope: 'public', selection: true }),
  'Product.stock': resolver({ ...policy, scope: 'public', key: ({ id }: { id: string }) => id }),
}

function createStore({ cache = createTestCache().cache }: { cache?: Cache } = {}) {
  let state = 1
  const server = createServer({
    cache,
    typeDefs,
    policies,
    resolvers: {
      Query: {
        top: () => `state ${state}`,
        mine: () => `state ${state}`,
        asked: () => `state ${state}`,
        product: () => ({ id: '7' }),
      },
      Product: { stock: () => `state ${state}` },
      Mutation: {
        async buy(_: unknown, { first }: { first: number }) {
          state++
          await cache.resolver('Query.top').invalidate({ first })
          await cache.resolver('Product.stock').invalidate({}, undefined, 7)
          return { product: { id: '7' } }
        },
      },
    },
  })
  const change = () => {
    state++
  }
  return { ...server, change }
}

test('law 3: what is read after a mutation has invalidated it, by its payload or by the next request, is new', async () => {
  const { execute } = createStore()
  const query = '{ top(first: 5) product { stock } }'
  expect((await execute(query)).data).toEqual({ top: 'state 1', product: { stock: 'state 1' } })

  const twice = 'mutation { a: buy(first: 5) { product { stock } } b: buy(first: 5) { product { stock } } }'
  const { data } = await execute(twice)
  expect([data.a.product.stock, data.b.product.stock]).toEqual(['state 2', 'state 3'])
  expect((await execute(query)).data).toEqual({ top: 'state 3', product: { stock: 'state 3' } })
})

test('what is left out has its default, and other arguments stay', async () => {
  const { execute, cache, change } = createStore()
  const query = '{ top other: top(first: 3) }'
  await execute(query)
  change()
  expect(await cache.resolver('Query.top').invalidate()).toBe(true)
  expect((await execute(query)).data).toEqual({ top: 'state 2', other: 'state 1' })
  change()
  expect(await cache.resolver('Query.top').invalidate({ order: 'NEW', first: 3 })).toBe(true)
  expect((await execute(query)).data).toEqual({ top: 'state 2', other: 'state 3' })
})

test('law 3: servers whose schemas differ in defaults and arguments are both right', async () => {
  const { cache } = createTestCache()
  let state = 1
  const serve = (top: string) =>
    createServer({
      cache,
      typeDefs: `type Query { ${top} }`,
      policies: { 'Query.top': policies['Query.top'] },
      resolvers: { Query: { top: () => `state ${state}` } },
    })
  const servers = [
    serve('top(first: Int = 2): String'),
    serve('top(first: Int = 3, last: Int): String'),
  ] as const
  const read = (query = '{ top }') =>
    Promise.all(servers.map(async (it) => (await it.execute(query)).data.top))
  const invalidate = (args?: object) => {
    state++
    return cache.resolver('Query.top').invalidate({ ...args })
  }
  expect(await read()).toEqual(['state 1', 'state 1'])
  expect(await invalidate()).toBe(true)
  expect(await read()).toEqual(['state 2', 'state 2'])
  expect(await invalidate({ last: 1 })).toBe(false)
  await expect(invalidate({ least: 1 })).rejects.toThrow(InvalidKeyError)
  expect(await read()).toEqual(['state 2', 'state 2'])

  await servers[1].stop()
  expect(await invalidate({ first: 3 })).toBe(true)
  await expect(invalidate({ last: 1 })).rejects.toThrow(InvalidKeyError)
})

test('it concerns one scope', async () => {
  const { execute, cache, change } = createStore()
  const read = async (user: string) => (await execute('{ mine }', { user })).data.mine
  await Promise.all([read('ada'), read('bob')])
  change()
  expect(await cache.resolver('Query.mine').invalidate({}, 'ada')).toBe(true)
  expect([await read('ada'), await read('bob')]).toEqual(['state 2', 'state 1'])
})

test('what cannot name a result is refused', async () => {
  const { cache, server } = createStore()
  await server.start()
  const [top, mine, stock] = ['Query.top', 'Query.mine', 'Product.stock'].map((it) => cache.resolver(it))
  await expect(top?.invalidate({ last: 1 })).rejects.toThrow(InvalidKeyError)
  for (const args of [5, null, ['NEW']])
    await expect(top?.invalidate(args as never)).rejects.toThrow(/invalidate: args: expected a record/)
  await expect(top?.invalidate({}, 'ada')).rejects.toThrow(
    /scope: expected none, since the policy's is 'public'/,
  )
  await expect(top?.invalidate({}, undefined, 7)).rejects.toThrow(
    /key: expected none, since the policy has none/,
  )
  await expect(mine?.invalidate({})).rejects.toThrow(ScopeError)
  await expect(stock?.invalidate({})).rejects.toThrow(/`key` of the parent has to be .* received none/)
  await expect(cache.resolver('Query.asked').invalidate()).rejects.toThrow(/a policy without selection/)
})

test('law 3: also within one query, which then forgets what it has read of the field', async () => {
  const { cache } = createTestCache()
  let state = 1
  const { execute } = createServer({
    cache,
    typeDefs: 'type Query { state: Int, bump: Query }',
    policies: { 'Query.state': resolver({ ...policy, scope: 'public' }) },
    resolvers: {
      Query: {
        state: () => state,
        bump: async () => {
          await execute('{ state }')
          state++
          await cache.resolver('Query.state').invalidate()
          return {}
        },
      },
    },
  })
  const { data } = await execute('{ state bump { state } }')
  expect(data).toEqual({ state: 1, bump: { state: 2 } })
})

test('the cache knows the coordinate from when a server starts until the last has stopped', async () => {
  const one = createStore()
  const other = createStore(one)
  const find = () => one.cache.resolver('Query.top')
  expect(find).toThrow(OptionError)
  await one.server.start()
  await other.server.start()
  expect(find).not.toThrow()
  await one.stop()
  expect(await find().invalidate()).toBe(false)
  await other.stop()
  expect(find).toThrow(OptionError)
})
