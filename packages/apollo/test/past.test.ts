import type { GraphQLRequestContext } from '@apollo/server'
import { expect, test } from '@jest/globals'
import { resolver, withLoaders } from '../src/index.ts'
import { createServer, createTestCache, policy, serveCached } from './support/cached-server.ts'

type Context = {
  loaders: { rows: { load(id: string): Promise<string | null>; invalidate(id: string): Promise<void> } }
}

const typeDefs = `#graphql
  type Query { row(id: ID = "1"): String, top: String }
  type Mutation { drop(id: ID!): Boolean }
`

/** Operations go past the cache as their names say. */
function past({ operationName }: GraphQLRequestContext<object>) {
  if (operationName === 'Throws') throw new Error('who asks?')
  const known: Record<string, unknown> = { Bypass: 'bypass', Fresh: 'fresh', Else: 'no-cache', Record: {} }
  return known[operationName ?? ''] as 'bypass' | undefined
}

function optionsOf() {
  const { cache, clock } = createTestCache()
  let version = 1
  const loads: string[][] = []
  const rows = cache.loader(
    'row',
    async (ids: readonly string[]) => {
      loads.push([...ids])
      return ids.map((id) => `${id} at ${version}`)
    },
    policy,
  )
  let runs = 0
  const options = {
    cache,
    typeDefs,
    resolvers: {
      Query: {
        row: (_: unknown, { id }: { id: string }, { loaders }: Context) => loaders.rows.load(id),
        top: async (_: unknown, _args: unknown, { loaders }: Context) => {
          runs++
          return `top of ${await loaders.rows.load('1')}`
        },
      },
      Mutation: {
        drop: async (_: unknown, { id }: { id: string }, { loaders }: Context) => {
          await loaders.rows.invalidate(id)
          return true
        },
      },
    },
    loaders: { rows },
    policies: { 'Query.top': resolver({ ...policy, scope: 'public' }) },
    larder: { past },
  }
  const change = () => {
    version++
  }
  return { options, loads, change, clock, rows, runs: () => runs }
}

test('bypass reads nothing from the cache and writes nothing to it, for loaders and resolvers', async () => {
  const { options, change, loads, runs } = optionsOf()
  const { execute } = createServer(options)
  await execute('{ row top }')
  change()
  const { data, extensions } = await execute('query Bypass { row top }')
  expect(data).toEqual({ row: '1 at 2', top: 'top of 1 at 2' })
  expect(extensions?.larder.resolvers['Query.top']).toMatchObject({
    keys: 1,
    hits: 0,
    loaded: 1,
    freshFor: 0,
  })
  expect((await execute('{ row top }')).data).toEqual({ row: '1 at 1', top: 'top of 1 at 1' })
  expect([loads.length, runs()]).toEqual([3, 2])
})

test('fresh loads, and what it has loaded is stored for everyone', async () => {
  const { options, change, runs } = optionsOf()
  const { execute } = createServer(options)
  await execute('{ row top }')
  change()
  expect((await execute('query Fresh { row top }')).data).toEqual({ row: '1 at 2', top: 'top of 1 at 2' })
  const { data, extensions } = await execute('{ row top }')
  expect(data).toEqual({ row: '1 at 2', top: 'top of 1 at 2' })
  expect(extensions?.larder.loaders.rows).toMatchObject({ hits: 1 })
  expect(runs()).toBe(2)
})

test('what is asked for twice within a request is loaded once all the same', async () => {
  const { options, loads, runs } = optionsOf()
  const { execute } = createServer(options)
  await execute('query Bypass { a: row b: row x: top y: top }')
  expect(runs()).toBe(1)
  // Once for the request, and once for the run.
  expect(loads).toEqual([['1'], ['1']])
})

test('invalidations have their effect', async () => {
  const { options, change } = optionsOf()
  const { execute } = createServer(options)
  await execute('{ row }')
  change()
  await execute('mutation Bypass { drop(id: "1") }')
  expect((await execute('{ row }')).data).toEqual({ row: '1 at 2' })
})

test('loaders that withLoaders has put on the context go past the cache, too', async () => {
  const { options, change, rows } = optionsOf()
  const { execute } = createServer(options)
  await execute('{ row }')
  change()
  const context = withLoaders({ rows }, {})
  expect((await execute('query Bypass { row }', context)).data).toEqual({ row: '1 at 2' })
  expect(await context.loaders.rows.load('1')).toBe('1 at 2')
})

test('an operation within another leaves it as it goes past', async () => {
  const { options, change, rows } = optionsOf()
  const server = createServer({
    ...options,
    typeDefs: `${typeDefs} extend type Query { inner: String }`,
    resolvers: {
      ...options.resolvers,
      Query: {
        ...options.resolvers.Query,
        inner: async (_: unknown, _args: unknown, context: Context) => {
          await server.server.executeOperation({ query: '{ __typename }' }, { contextValue: context })
          return context.loaders.rows.load('1')
        },
      },
    },
  })
  await server.execute('{ row }')
  change()
  const context = withLoaders({ rows }, {})
  for (let i = 0; i < 2; i++)
    expect((await server.execute('query Bypass { inner }', context)).data).toEqual({ inner: '1 at 2' })
  context.loaders.rows.clearAll()
  expect((await server.execute('{ row }', context)).data).toEqual({ row: '1 at 1' })
})

test('of a batched request, only the operation that says so goes past', async () => {
  const { options, change } = optionsOf()
  const { askBatch } = await serveCached(options)
  await askBatch(['{ row top }'])
  change()
  const { answers } = await askBatch(['{ row top }', 'query Bypass { row top }', '{ row(id: "1") }'])
  expect(answers.map(({ data }) => data)).toEqual([
    { row: '1 at 1', top: 'top of 1 at 1' },
    { row: '1 at 2', top: 'top of 1 at 2' },
    { row: '1 at 1' },
  ])
})

test.each([
  ['Throws', 'it threw'],
  ['Else', 'it answered a string'],
  ['Record', 'it answered an object (Object)'],
])('an operation of which it cannot be told is refused (%s)', async (name, why) => {
  const { options, loads } = optionsOf()
  const { execute } = createServer(options)
  const { data, errors } = await execute(`query ${name} { row }`)
  expect(data).toBeUndefined()
  expect(errors).toMatchObject([{ extensions: { code: 'LARDER_PAST' } }])
  expect(errors?.[0]?.message).toContain(why)
  expect(loads).toEqual([])
})

test('modes hold for loaders and for cached resolvers, by coordinate, and leave the hints as they are', async () => {
  const { options, change, loads, runs } = optionsOf()
  const { execute } = createServer(options)
  const { cache } = options
  await execute('{ row top }')
  change()
  cache.setMode('bypass', 'Query.top')
  expect((await execute('{ row top }')).data).toEqual({ row: '1 at 1', top: 'top of 1 at 1' })
  expect(runs()).toBe(2)
  cache.setMode('bypass')
  const { data, extensions } = await execute('{ a: row b: row top }')
  expect(data).toEqual({ a: '1 at 2', b: '1 at 2', top: 'top of 1 at 2' })
  const { loaders, resolvers } = extensions?.larder ?? {}
  const reports = { ...loaders, ...resolvers }
  expect(Object.keys(reports)).toEqual(['rows', 'Query.top'])
  for (const { freshFor } of Object.values(reports)) expect(freshFor).toBeGreaterThan(0)
  cache.setMode('on')
  expect((await execute('{ row top }')).data).toEqual({ row: '1 at 1', top: 'top of 1 at 1' })
  expect([loads.length, runs()]).toEqual([3, 3])
})
