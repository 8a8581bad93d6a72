import { expect, test } from '@jest/globals'
import { barrier } from '@larder/core/testing'
import { type RequestLoader, resolver } from '../src/index.ts'
import { createServer, createTestCache, policy } from './support/cached-server.ts'
import { bothNamed, byTenant, byUser, type Look, serverOf } from './support/looking.ts'

test('law 6: a loader whose scope is not part of the policy is refused, also where the two are equal by chance', async () => {
  const look: Look = ({ loaders }) => loaders.ofUser?.load('cart')
  const context = { user: '7', tenant: '7' }
  for (const scope of ['public', byTenant, bothNamed] as const) {
    const { ask } = serverOf(look, { scope })
    const { data, errors } = await ask(context)
    expect(data).toEqual({ look: null })
    expect(errors).toMatchObject([{ extensions: { code: 'LARDER_RESOLVER_CONTEXT' } }])
    expect(errors?.[0]?.message).toMatch(/contextValue\.loaders\.ofUser is not for/)
  }
})

test.each<[string, 'public' | typeof byUser]>([
  ['public', 'public'],
  ['scoped otherwise', byUser],
])(
  'law 6: by what a scope throws, a resolver that is %s learns nothing of who asks, and nobody pays for it',
  async (_scope, scope) => {
    const load: Look = ({ loaders }) => loaders.ofTenantOnly?.load('cart')
    const catching: Look = async (context) => {
      try {
        return await load(context)
      } catch {
        return 'guest offer'
      }
    }
    for (const look of [load, catching]) {
      const { ask, runs } = serverOf(look, { scope })
      const guest = { user: 'ada' }
      for (const context of [guest, { ...guest, tenant: 'acme' }, guest]) {
        const { data, errors } = await ask(context)
        expect(data).toEqual({ look: null })
        expect(errors).toMatchObject([{ extensions: { code: 'LARDER_RESOLVER_CONTEXT' } }])
      }
      expect(runs()).toBe(3)
    }
  },
)

test('law 6: scopes that only look the same are two', async () => {
  const { ask } = serverOf(({ loaders }) => loaders.ofSameText?.load('cart'), { scope: byUser })
  expect((await ask({ user: 'ada' })).errors?.[0]?.message).toMatch(/give both the same function/)
})

test('law 6: scopes that name a part alike and mean another thing are two', async () => {
  const { ask, runs } = serverOf(({ loaders }) => loaders.ofTenant?.load('b'), { scope: bothNamed })
  for (let i = 1; i <= 2; i++) {
    const { errors } = await ask({ user: 'ada', tenant: 'acme' })
    expect(errors).toMatchObject([{ extensions: { code: 'LARDER_RESOLVER_CONTEXT' } }])
    expect(runs()).toBe(i)
  }
})

test('a loader whose scope is the same function as the policy’s is there, and one without a scope always', async () => {
  const look: Look = async ({ loaders }) =>
    JSON.stringify([await loaders.open?.load('a'), await loaders.ofUser?.load('b')])
  const { ask } = serverOf(look, { scope: byUser })
  const { data } = await ask({ user: 'ada', tenant: 'acme' })
  expect(JSON.parse(data.look)).toEqual(['a of undefined', 'b of "ada"'])
})

test('law 5: the loaders of a run are not those of the request: it has no part in the memo', async () => {
  const { cache } = createTestCache()
  const loaded: unknown[] = []
  const open = cache.loader(
    'open',
    async (ids: readonly string[]) => {
      loaded.push(ids)
      return ids
    },
    { ttl: 0, missingTtl: 0 },
  )
  const { execute } = createServer({
    cache,
    typeDefs: 'type Query { own: String cached(id: Int): String }',
    resolvers: {
      Query: {
        own: (_: unknown, _args: unknown, { loaders }: never) =>
          (loaders as Record<string, { load: (id: string) => unknown }>).open?.load('a'),
        cached: (_: unknown, _args: unknown, { loaders }: never) =>
          (loaders as Record<string, { load: (id: string) => unknown }>).open?.load('a'),
      },
    },
    loaders: { open },
    policies: { 'Query.cached': resolver({ ...policy, scope: 'public' }) },
  })
  const { data, extensions } = await execute('{ own one: cached(id: 1) other: cached(id: 2) }')
  expect(data).toEqual({ own: 'a', one: 'a', other: 'a' })
  // Two calls side by side share a load of theirs.
  expect(loaded).toHaveLength(2)
  expect(extensions?.larder.loaders.open).toMatchObject({ keys: 1 })
})

test('law 6: what one call primes is nothing to the calls beside it, which share its batch', async () => {
  const { cache } = createTestCache()
  const loaded: unknown[] = []
  const rows = cache.loader('row', async (ids: readonly string[]) => {
    loaded.push(ids)
    return ids.map((id) => `row ${id}`)
  })
  const primed = barrier()
  type Context = { loaders: { rows: RequestLoader<string, string> } }
  const { execute } = createServer({
    cache,
    typeDefs: 'type Query { row(id: ID): String }',
    resolvers: {
      Query: {
        row: async (_: unknown, { id }: { id: string }, { loaders: { rows } }: Context) => {
          if (id === '1') {
            rows.prime('1', 'primed').prime('2', 'primed')
            primed.open()
          }
          await primed.pass()
          return JSON.stringify(await rows.loadMany(['1', '2', '3']))
        },
      },
    },
    loaders: { rows },
    policies: { 'Query.row': resolver({ ...policy, scope: 'public' }) },
  })
  const { data } = await execute('{ one: row(id: 1) two: row(id: 2) }')
  expect(JSON.parse(data.one)).toEqual(['primed', 'primed', 'row 3'])
  expect(JSON.parse(data.two)).toEqual(['row 1', 'row 2', 'row 3'])
  expect(loaded.flat().toSorted()).toEqual(['1', '2', '3'])
})
