import { expect, test } from '@jest/globals'
import { resolver } from '../src/index.ts'
import { createServer, createTestCache, policy } from './support/cached-server.ts'

type Context = Record<string, unknown>
type Viewer = { user?: string; tenant?: string }
type Look = (
  context: Context & { loaders: Record<string, { load(id: string): Promise<unknown> }> },
) => unknown

const byUser = ({ user }: Viewer) => user
const byTenant = ({ tenant }: Viewer) => tenant
const bothNamed = ({ user, tenant }: Viewer) => ({ user: user ?? 'nobody', tenant: tenant ?? 'none' })

/** A server with a cached resolver that does with its context what the test says, and loaders in several scopes. */
function serverOf(look: Look, options: Parameters<typeof resolver<unknown, Viewer>>[0]) {
  const { cache, clock } = createTestCache()
  const load = async (ids: readonly string[], { scope }: { scope: unknown }) =>
    ids.map((id) => `${id} of ${JSON.stringify(scope)}`)
  const loaders = {
    open: cache.loader('open', load),
    ofUser: cache.loader('ofUser', load, { scope: byUser }),
    ofSameText: cache.loader('ofSameText', load, { scope: ({ user }: Viewer) => user }),
    ofTenant: cache.loader('ofTenant', load, { scope: ({ tenant = 'none' }: Viewer) => ({ tenant }) }),
  }
  let runs = 0
  const server = createServer({
    cache,
    typeDefs: 'type Query { look: String }',
    resolvers: {
      Query: {
        look: (_: unknown, _args: unknown, context: never) => {
          runs++
          return look(context)
        },
      },
    },
    loaders,
    policies: { 'Query.look': resolver<unknown, Viewer>({ ...policy, ...options }) },
  })
  const ask = async (context: Viewer & Context = {}) => server.execute('{ look }', context)
  return { ...server, ask, clock, runs: () => runs }
}

test('law 6: what is not in `context` is refused by name, and no answer of it is kept', async () => {
  const { ask, runs } = serverOf(({ user }) => `for ${user}`, { scope: 'public', context: ['db'] })

  for (const user of ['ada', 'bob']) {
    const { data, errors } = await ask({ user })
    expect(data).toEqual({ look: null })
    expect(errors).toMatchObject([{ path: ['look'], extensions: { code: 'LARDER_RESOLVER_CONTEXT' } }])
    expect(errors?.[0]?.message).toBe(
      'Resolver "Query.look": contextValue.user is not for a resolver whose results are shared. It sees loaders, db; a ' +
        "name in the policy's `context` lets it see what is the same for every request, and what differs belongs into " +
        '`scope`.',
    )
  }
  expect(runs()).toBe(2)
})

test.each<[string, Look]>([
  ['asking whether it is there', (context) => String('user' in context)],
  [
    'writing',
    (context) => {
      context.user = 'eve'
      return 'written'
    },
  ],
  ['defining', (context) => String(Object.defineProperty(context, 'user', { value: 'eve' }))],
  [
    'deleting',
    (context) => {
      delete context.user
      return 'deleted'
    },
  ],
  ['describing', (context) => JSON.stringify(Object.getOwnPropertyDescriptor(context, 'user'))],
  ['a method of any object', (context) => String(context.hasOwnProperty)],
])('law 6: so is %s', async (_what, look) => {
  const { ask } = serverOf(look, { scope: 'public' })
  const context = { user: 'ada' }
  const { data, errors } = await ask(context)
  expect(data).toEqual({ look: null })
  expect(errors).toMatchObject([{ extensions: { code: 'LARDER_RESOLVER_CONTEXT' } }])
  expect(context.user).toBe('ada')
})

test('law 6: whoever lists, spreads or awaits the context finds what is named, and nothing else', async () => {
  const look: Look = async (context) => {
    await context
    return JSON.stringify([
      Object.keys(context),
      Object.keys({ ...context }),
      `${context[Symbol.toPrimitive as never]}`,
    ])
  }
  const { ask } = serverOf(look, { scope: 'public', context: ['db', 'absent'] })
  const { data } = await ask({ user: 'ada', db: 1 })
  expect(JSON.parse(data.look)).toEqual([['loaders', 'db'], ['loaders', 'db'], 'undefined'])
})

test('what `context` names is there', async () => {
  const { ask } = serverOf(({ db }) => `from ${db}`, { scope: 'public', context: ['db'] })
  expect((await ask({ db: 'the database' })).data.look).toBe('from the database')
})

test('law 6: two users never see the result of the other, and each has one of their own', async () => {
  const { ask, runs } = serverOf(({ loaders }) => loaders.ofUser?.load('cart'), { scope: byUser })
  for (let round = 0; round < 2; round++) {
    const [ada, bob] = await Promise.all([ask({ user: 'ada' }), ask({ user: 'bob' })])
    expect([ada.data.look, bob.data.look]).toEqual(['cart of "ada"', 'cart of "bob"'])
  }
  expect(runs()).toBe(2)
})

test('law 6: without a scope it is refused, unless the policy lets it run by itself', async () => {
  const refused = serverOf(() => 'never', { scope: byUser })
  expect((await refused.ask()).errors).toMatchObject([{ extensions: { code: 'LARDER_SCOPE' } }])
  expect(refused.runs()).toBe(0)

  const alone = serverOf(({ user, secret }) => `${user} ${secret}`, { scope: byUser, unscoped: 'bypass' })
  for (const secret of ['a', 'b']) {
    const { data, extensions } = await alone.ask({ secret })
    expect(data.look).toBe(`undefined ${secret}`)
    expect(extensions?.larder.resolvers['Query.look']).toMatchObject({ keys: 0, alone: 1 })
  }
})

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

test('law 6: scopes that only look the same are two', async () => {
  const { ask } = serverOf(({ loaders }) => loaders.ofSameText?.load('cart'), { scope: byUser })
  expect((await ask({ user: 'ada' })).errors?.[0]?.message).toMatch(/give both the same function/)
})

test('a loader whose scope is a named part of the policy’s is there, and one without a scope always', async () => {
  const look: Look = async ({ loaders }) =>
    JSON.stringify([await loaders.open?.load('a'), await loaders.ofTenant?.load('b')])
  const { ask } = serverOf(look, { scope: bothNamed })
  const { data } = await ask({ user: 'ada', tenant: 'acme' })
  expect(JSON.parse(data.look)).toEqual(['a of undefined', 'b of {"tenant":"acme"}'])
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

test('law 6: a resolver sees no parent that its key does not name', async () => {
  const parents: unknown[] = []
  const { execute } = createServer({
    typeDefs: 'type Query { look: Int }',
    resolvers: { Query: { look: (parent: unknown) => parents.push(parent) } },
    policies: { 'Query.look': resolver({ ...policy, scope: 'public' }) },
    server: { rootValue: { user: 'ada' } },
  })
  await execute('{ look }')
  expect(parents).toEqual([undefined])
})
