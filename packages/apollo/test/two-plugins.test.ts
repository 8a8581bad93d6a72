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
