import { inspect } from 'node:util'
import { expect, test } from '@jest/globals'
import { resolver } from '../src/index.ts'
import { createServer, policy } from './support/cached-server.ts'
import { byUser, type Look, serverOf } from './support/looking.ts'

const BANNED = Symbol('banned')

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
  ['a symbol', (context) => String(context[BANNED as never])],
  ['asking for a symbol', (context) => String(BANNED in context)],
  ['a method of any object', (context) => String(context.hasOwnProperty)],
])('law 6: so is %s', async (_what, look) => {
  const { ask } = serverOf(look, { scope: 'public' })
  const context = { user: 'ada' }
  const { data, errors } = await ask(context)
  expect(data).toEqual({ look: null })
  expect(errors).toMatchObject([{ extensions: { code: 'LARDER_RESOLVER_CONTEXT' } }])
  expect(context.user).toBe('ada')
})

test.each<[string, Look]>([
  ['property', ({ user }) => `for ${user}`],
  ['loader', ({ loaders }) => loaders.ofUser?.load('cart')],
])('law 6: a resolver that catches a refusal has touched it all the same: a %s', async (_what, touch) => {
  const look: Look = async (context) => {
    try {
      return await touch(context)
    } catch {
      return 'a fallback'
    }
  }
  const { ask, runs } = serverOf(look, { scope: 'public' })
  for (let i = 1; i <= 2; i++) {
    const { data, errors } = await ask({ user: 'ada' })
    expect(data).toEqual({ look: null })
    expect(errors).toMatchObject([{ extensions: { code: 'LARDER_RESOLVER_CONTEXT' } }])
    expect(runs()).toBe(i)
  }
})

test('law 6: whoever lists, spreads or awaits the context finds what is named, and nothing else', async () => {
  const look: Look = async (context) => {
    await context
    return JSON.stringify([
      Object.keys(context),
      Object.keys({ ...context }),
      `${context[Symbol.toPrimitive as never]} ${context[inspect.custom as never]}`,
    ])
  }
  const { ask } = serverOf(look, { scope: 'public', context: ['db', 'absent'] })
  const { data } = await ask({ user: 'ada', db: 1 })
  expect(JSON.parse(data.look)).toEqual([['loaders', 'db'], ['loaders', 'db'], 'undefined undefined'])
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
