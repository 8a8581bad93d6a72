import type { ApolloServerPlugin } from '@apollo/server'
import { expect, test } from '@jest/globals'
import { larder, resolver } from '../src/index.ts'
import { createServer, createTestCache, policy } from './support/cached-server.ts'

test('two plugins of one server, each with a cache of its own, cache the resolvers that each has a policy for', async () => {
  let [now, later] = [0, 0]
  const { cache } = createTestCache()
  const resolvers = { 'Query.now': resolver({ ...policy, scope: 'public' }) }
  const { execute } = createServer({
    typeDefs: 'type Query { now: Int later: Int }',
    resolvers: { Query: { now: () => ++now, later: () => ++later } },
    plugins: [larder({ cache, loaders: {}, resolvers, contextKey: 'others' }) as ApolloServerPlugin<object>],
    policies: { 'Query.later': resolver({ ...policy, scope: 'public' }) },
  })
  for (let round = 0; round < 2; round++) {
    const { data, errors } = await execute('{ now later }')
    expect({ data, errors }).toEqual({ data: { now: 1, later: 1 }, errors: undefined })
  }
})

test('and their reports stand side by side, the loaders by their names on the context', async () => {
  const load = async (ids: readonly string[]) => [...ids]
  const caches = [createTestCache().cache, createTestCache().cache] as const
  const [rows, others] = caches.map((cache) => ({ row: cache.loader('row', load) }))
  const [now, later] = [0, 1].map(() => resolver({ ...policy, scope: 'public' }))
  const first = larder({
    cache: caches[0],
    loaders: others as never,
    contextKey: 'others',
    report: true,
    resolvers: { 'Query.now': now as never },
  })
  type Context = { loaders: { row: Reader }; others: { row: Reader } }
  type Reader = { load(id: string): Promise<string> }
  const { execute } = createServer({
    typeDefs: 'type Query { now: Int later: Int rows: String }',
    resolvers: {
      Query: {
        now: () => 1,
        later: () => 1,
        rows: async (_: unknown, _args: unknown, { loaders, others }: Context) => {
          await others.row.load('1')
          return loaders.row.load('2')
        },
      },
    },
    cache: caches[1],
    loaders: rows as never,
    plugins: [first as ApolloServerPlugin<object>],
    policies: { 'Query.later': later as never },
  })
  const { extensions } = await execute('{ now later rows }')
  expect(extensions).toMatchObject({
    larder: {
      loaders: { row: { keys: 1 } },
      others: { row: { keys: 1 } },
      resolvers: { 'Query.now': { keys: 1 }, 'Query.later': { keys: 1 } },
    },
  })
})
