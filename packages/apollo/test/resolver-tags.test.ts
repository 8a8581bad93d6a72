import { expect, test } from '@jest/globals'
import { OptionError, ScopeError } from '@larder/core'
import { larder, resolver } from '../src/index.ts'
import { createServer, createTestCache, policy } from './support/cached-server.ts'

type Product = { readonly id: string; readonly category: string; readonly name: string }
type Viewer = { user?: string }

const typeDefs = `#graphql
  type Query { top(first: Int = 2): [Product], asked: Product, mine: String, category(id: ID!): Category }
  type Category { id: ID!, products(first: Int = 2): [Product] }
  type Product { id: ID!, name: String }
`

const byId = (products: readonly (Product | null)[]) => products.flatMap((it) => it && `product:${it.id}`)

const policies = {
  'Query.top': resolver({
    ...policy,
    scope: 'public',
    tags: (products: readonly Product[]) => byId(products) as string[],
  }),
  'Query.asked': resolver({
    ...policy,
    scope: 'public',
    selection: true,
    tags: ({ id }: Product) => [`product:${id}`],
  }),
  'Query.mine': resolver({ ...policy, scope: ({ user }: Viewer) => user, tags: () => [] }),
  'Category.products': resolver({
    ...policy,
    scope: 'public',
    key: ({ id }: { id: string }) => id,
    tags: (products: readonly Product[], { first }: { first: number }, { id }) => [
      ...(byId(products) as string[]),
      `category:${id}`,
      `first:${first}`,
    ],
  }),
}

function createStore(more: object = {}) {
  const { cache, clock } = createTestCache()
  const rows: Product[] = ['1', '2', '3'].map((id) => ({ id, category: 'a', name: `name 1` }))
  const runs: string[] = []
  const run = <T>(name: string, answer: T) => {
    runs.push(name)
    return answer
  }
  const server = createServer({
    cache,
    typeDefs,
    policies: { ...policies, ...more },
    resolvers: {
      Query: {
        top: (_: unknown, { first }: { first: number }) => run(`top ${first}`, rows.slice(0, first)),
        asked: () => run('asked', rows[0]),
        mine: () => run('mine', rows[0]?.name),
        category: (_: unknown, { id }: { id: string }) => ({ id }),
      },
      Category: {
        products: ({ id }: { id: string }, { first }: { first: number }) =>
          run(`category ${id} ${first}`, rows.filter(({ category }) => category === id).slice(0, first)),
      },
    },
  })
  const rename = (id: string, name: string) => {
    const at = rows.findIndex((row) => row.id === id)
    rows[at] = { ...(rows[at] as Product), name }
  }
  const ranFor = async (...queries: readonly (string | [string, Viewer])[]) => {
    runs.splice(0)
    // What is loaded within the millisecond of an invalidation counts as loaded before it.
    await clock.advance(1)
    const results = []
    for (const query of queries)
      results.push(await (typeof query === 'string' ? server.execute(query) : server.execute(...query)))
    for (const { errors } of results) expect(errors).toBeUndefined()
    return [...runs]
  }
  return { ...server, clock, rows, rename, ranFor }
}

const [two, three] = ['{ top { name } }', '{ top(first: 3) { name } }'] as const

test('law 3: a tag reaches every result that bears it, whatever its arguments, and no other', async () => {
  const { cache, execute, rename, ranFor } = createStore()
  await ranFor(two, three)
  rename('3', 'name 2')
  await cache.invalidateTags(['product:3'])
  expect(await ranFor(two, three)).toEqual(['top 3'])
  expect((await execute(three)).data.top[2]).toEqual({ name: 'name 2' })
  await cache.invalidateTags(['product:1', 'product:9'])
  expect(await ranFor(two, three)).toEqual(['top 2', 'top 3'])
  expect(await ranFor(two, three)).toEqual([])
})

test('tags are given the arguments with their defaults, and the parent', async () => {
  const { cache, ranFor } = createStore()
  const queries = ['a', 'empty'].flatMap((id) =>
    ['products', 'products(first: 1)'].map((field) => `{ category(id: "${id}") { ${field} { id } } }`),
  )
  await ranFor(...queries)
  await cache.invalidateTags(['category:empty'])
  expect(await ranFor(...queries)).toEqual(['category empty 2', 'category empty 1'])
  await cache.invalidateTags(['first:2'])
  expect(await ranFor(...queries)).toEqual(['category a 2', 'category empty 2'])
})

test('law 3: an empty list is found by what it might hold', async () => {
  const { cache, execute, rows } = createStore()
  const query = '{ category(id: "b") { products { name } } }'
  expect((await execute(query)).data.category.products).toEqual([])
  rows.push({ id: '9', category: 'b', name: 'new' })
  await cache.invalidateTags(['category:b'])
  expect((await execute(query)).data.category.products).toEqual([{ name: 'new' }])
})

test('a result for a selection can be invalidated by its tags', async () => {
  const { cache, ranFor } = createStore()
  const queries = ['{ asked { id } }', '{ asked { name } }']
  await ranFor(...queries)
  await cache.invalidateTags(['product:1'])
  expect(await ranFor(...queries)).toEqual(['asked', 'asked'])
  await cache.resolver('Query.asked').invalidateAll()
  expect(await ranFor(...queries, ...queries)).toEqual(['asked', 'asked'])
})

test('law 3: invalidateAll reaches every argument and parent of one coordinate', async () => {
  const { cache, ranFor } = createStore()
  const others = ['a', 'b'].map((id) => `{ category(id: "${id}") { products { id } } }`)
  await ranFor(two, three, ...others)
  await cache.resolver('Query.top').invalidateAll()
  expect(await ranFor(two, three, ...others)).toEqual(['top 2', 'top 3'])
  await cache.resolver('Category.products').invalidateAll()
  expect(await ranFor(two, three, ...others)).toEqual(['category a 2', 'category b 2'])
})

test('law 3: invalidateAll reaches the scope that it is given, or all', async () => {
  const { cache, ranFor } = createStore()
  const both = ['ada', 'bob'].map((user): [string, Viewer] => ['{ mine }', { user }])
  const mine = () => cache.resolver('Query.mine')
  await ranFor(...both)
  await mine().invalidateAll('ada')
  expect(await ranFor(...both)).toEqual(['mine'])
  await mine().invalidateAll()
  expect(await ranFor(...both)).toEqual(['mine', 'mine'])
  await expect(mine().invalidateAll(null)).rejects.toThrow(ScopeError)
})

test('expire: what it names is served once more, stale, and loaded again behind that', async () => {
  const { cache, execute, rename } = createStore()
  const read = async () => (await execute(two)).data.top[0].name
  await read()
  rename('1', 'name 2')
  expect(await cache.resolver('Query.top').expire({ first: 2 })).toBe(true)
  expect(await read()).toBe('name 1')
  await cache.settled()
  expect(await read()).toBe('name 2')
  expect(await cache.resolver('Query.top').expire({ first: 5 })).toBe(false)
})

test('what answers nothing, or an error, is asked for no tags', async () => {
  const asked: unknown[] = []
  const { execute } = createServer({
    typeDefs: 'type Query { none: Int, wrong: Int }',
    policies: Object.fromEntries(
      ['Query.none', 'Query.wrong'].map((coordinate) => [
        coordinate,
        resolver({ ...policy, scope: 'public', tags: (value) => [`${asked.push(value)}`] }),
      ]),
    ),
    resolvers: {
      Query: {
        none: () => null,
        wrong: () => {
          throw Object.assign(new Error('no such thing'), { extensions: { code: 'BAD_USER_INPUT' } })
        },
      },
    },
  })
  const { data, errors } = await execute('{ none wrong }')
  expect(data).toEqual({ none: null, wrong: null })
  expect(errors).toMatchObject([{ message: 'no such thing', extensions: { code: 'BAD_USER_INPUT' } }])
  expect(asked).toEqual([])
})

test('tags that are none fail the field, with a code', async () => {
  const { execute } = createStore({
    'Query.top': resolver({ ...policy, scope: 'public', tags: () => [''] }),
  })
  const { errors } = await execute(two)
  expect(errors).toMatchObject([{ path: ['top'], extensions: { code: 'LARDER_TAGS' } }])
})

test.each<[string, object, RegExp]>([
  ['tags that are no function', { tags: ['top'] }, /Query\.top: tags: expected a function of the result/],
  ['a ttl beyond a marker', { ttl: '7d', grace: '1h', tags: () => [] }, /ttl and grace: .* with tags/],
])('%s are refused by the plugin', (_, options, message) => {
  const { cache } = createTestCache()
  const policies = { 'Query.top': resolver({ ...policy, scope: 'public', ...options } as never) }
  const make = () => larder({ cache, loaders: {}, resolvers: policies })
  expect(make).toThrow(OptionError)
  expect(make).toThrow(message)
})

test('what invalidateAll cannot mean is refused', async () => {
  const { cache, server } = createStore({ 'Query.asked': resolver({ ...policy, scope: 'public' }) })
  await server.start()
  const [top, asked] = ['Query.top', 'Query.asked'].map((it) => cache.resolver(it))
  await expect(top?.invalidateAll('ada')).rejects.toThrow(/expected none, since .* 'public'/)
  await expect(asked?.invalidateAll()).rejects.toThrow(/expected a policy with the option tags/)
})
