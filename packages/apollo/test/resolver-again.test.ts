import type { ApolloServerPlugin } from '@apollo/server'
import { expect, test } from '@jest/globals'
import { OptionError } from '@larder/core'
import { larder, type ResolverPolicy, resolver } from '../src/index.ts'
import { createServer, createTestCache, policy } from './support/cached-server.ts'

const typeDefs = 'type Query { now: Int }'

/** Servers on one cache, of whose one resolver each run is counted. */
function serversOnOneCache() {
  const { cache, clock } = createTestCache()
  let runs = 0
  const create = (now: ResolverPolicy<object>, ...after: ApolloServerPlugin<object>[]) => {
    const policies = { 'Query.now': now }
    const made = createServer({ typeDefs, cache, resolvers: { Query: { now: () => ++runs } }, policies })
    for (const plugin of after) made.server.addPlugin(plugin)
    return made
  }
  return { cache, clock, create }
}

const now = async ({ execute }: ReturnType<typeof createServer>) => (await execute('{ now }')).data?.now

test('a server that is made again, after the former has stopped, may have other policies', async () => {
  const { cache, clock, create } = serversOnOneCache()
  const policies = [
    resolver({ ...policy, scope: 'public' }),
    resolver({ ...policy, scope: 'public' }),
    resolver({ ttl: '1s', grace: 0, jitter: 0, early: { beta: 0 }, cooldown: { base: 7 }, scope: 'public' }),
    resolver({ ...policy, version: 2, source: { name: 'db', concurrency: 3 }, scope: () => 'all' }),
    resolver({ ...policy, version: 2, source: { name: 'db', concurrency: 4 }, scope: () => 'all' }),
  ]
  const answers: unknown[] = []
  for (const each of policies) {
    const server = create(each)
    answers.push(await now(server), await now(server))
    await clock.advance(2_000)
    await server.stop()
    expect(() => cache.resolver('Query.now')).toThrow(OptionError)
  }
  // The store outlives servers, and what differs by its key or has ended is another result.
  expect(answers).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 2, 2])
})

test('it may be made before the former has stopped, and has its own times to live from then on', async () => {
  const { clock, create } = serversOnOneCache()
  const one = create(resolver({ ...policy, scope: 'public' }))
  await one.server.start()
  const other = create(resolver({ ttl: '1s', grace: 0, jitter: 0, early: { beta: 0 }, scope: 'public' }))
  await one.stop()
  expect([await now(other), await now(other)]).toEqual([1, 1])
  await clock.advance(2_000)
  expect(await now(other)).toBe(2)
})

test('while a server runs, one with another policy does not start, and takes nothing with it', async () => {
  const { cache, create } = serversOnOneCache()
  const one = create(resolver({ ...policy, scope: 'public' }))
  expect(await now(one)).toBe(1)
  const other = create(resolver({ ...policy, scope: 'public' }))
  await expect(other.server.start()).rejects.toThrow(OptionError)
  await expect(create(resolver({ scope: 'public' })).server.start()).rejects.toThrow(
    /resolvers\.Query\.now: expected the policy that a running server has there.*stop that server/,
  )
  expect(await now(one)).toBe(1)
  expect(await cache.resolver('Query.now').invalidate()).toBe(true)
  expect(await now(one)).toBe(2)
})

const fail = (): never => {
  throw new Error('no start')
}
const page = { serverWillStart: async () => ({ renderLandingPage: async () => ({ html: '' }) }) }

test.each<[string, ApolloServerPlugin<object>[]]>([
  ['another plugin', [{ serverWillStart: async () => fail() }]],
  [
    'what another plugin does with the schema',
    [{ serverWillStart: async () => ({ schemaDidLoadOrUpdate: fail }) }],
  ],
  ['two landing pages', [page, page]],
])('a server that fails to start, by %s, leaves nothing behind', async (_what, plugins) => {
  const { cache, create } = serversOnOneCache()
  await expect(create(resolver({ ...policy, scope: 'public' }), ...plugins).server.start()).rejects.toThrow()
  expect(() => cache.resolver('Query.now')).toThrow(OptionError)
  const next = create(resolver({ ...policy, scope: 'public' }))
  expect([await now(next), await now(next)]).toEqual([1, 1])
})

test('nor does one whose two plugins have different policies for a field', async () => {
  const { cache, create } = serversOnOneCache()
  const [one, other] = [resolver({ ...policy, scope: 'public' }), resolver({ ...policy, scope: 'public' })]
  const second = larder({ cache, loaders: {}, contextKey: 'others', resolvers: { 'Query.now': other } })
  const both = create(one, second as ApolloServerPlugin<object>)
  await expect(both.server.start()).rejects.toThrow(/resolvers\.Query\.now/)
  expect(await now(create(other))).toBe(1)
})

test('a server stops after its cache is closed, and none starts on it', async () => {
  const { create, cache } = serversOnOneCache()
  const one = create(resolver({ ...policy, scope: 'public' }))
  expect(await now(one)).toBe(1)
  await one.stop()
  await cache.close()
  const other = create(resolver({ ...policy, scope: 'public' }))
  await expect(other.server.start()).rejects.toThrow(/closed/)
})
