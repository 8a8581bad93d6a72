import { expect, test } from '@jest/globals'
import { barrier } from '@larder/core/testing'
import { type FieldNode, type GraphQLResolveInfo, print } from 'graphql'
import { resolver } from '../src/index.ts'
import { createServer, createTestCache, policy } from './support/cached-server.ts'

const typeDefs = `#graphql
  directive @note(text: String) on FIELD
  type Query { look(id: Int): Look }
  type Look { id: Int text(upTo: Int = 10): String more: Look }
`

type See = (info: GraphQLResolveInfo, context: Record<string, unknown>, run: number) => unknown

const open = resolver({ ...policy, scope: 'public' })

function serverOf(see: See, selection?: boolean, { cache } = createTestCache()) {
  let runs = 0
  const server = createServer({
    cache,
    typeDefs,
    resolvers: {
      Query: {
        look: async (
          _: unknown,
          _args: unknown,
          context: Record<string, unknown>,
          info: GraphQLResolveInfo,
        ) => {
          const run = ++runs
          return { id: run, text: String(await see(info, context, run)) }
        },
      },
    },
    policies: { 'Query.look': selection === undefined ? open : resolver({ ...open, selection }) },
  })
  return { ...server, cache, runs: () => runs }
}

test('what is the same for every request may be read, and the result is shared', async () => {
  const { execute, runs, warnings } = serverOf(({ fieldName, parentType, returnType, schema }) => {
    return [fieldName, parentType, returnType, schema.getQueryType()].join()
  })
  for (let i = 0; i < 2; i++)
    expect((await execute('{ look { text } }')).data.look.text).toBe('look,Query,Look,Query')
  expect([runs(), warnings]).toEqual([1, []])
})

test.each<[string, See]>([
  ['fieldNodes', ({ fieldNodes }) => fieldNodes.length],
  ['fragments', ({ fragments }) => Object.keys(fragments).length],
  ['operation', ({ operation }) => operation.operation],
  ['variableValues', ({ variableValues }) => Object.keys(variableValues).length],
  ['path', ({ path }) => path.key],
  ['rootValue', ({ rootValue }) => rootValue],
  ['cacheControl', (info) => 'cacheControl' in info],
  ['fieldNodes', (info) => Object.keys({ ...info }).length],
])('law 6: who reads info.%s is unshared from then on, and it is reported once', async (property, see) => {
  const { execute, runs, warnings } = serverOf((info, context) => `${see(info, context, 0) !== null}`)
  for (let i = 1; i <= 3; i++) {
    const { data, extensions } = await execute('{ look { id } }')
    expect(data.look.id).toBe(i)
    // The first has begun as a run for all.
    expect(extensions?.larder.resolvers['Query.look']).toMatchObject(
      i === 1 ? { loaded: 1, alone: 0 } : { keys: 0, alone: 1 },
    )
  }
  expect(runs()).toBe(3)
  if (property !== 'fieldNodes') expect(warnings[0]).toContain(`has read info.${property},`)
  expect(warnings).toHaveLength(1)
})

test('law 6: those who had joined run alone, each with its own request', async () => {
  const first = barrier()
  const { execute, cache, runs } = serverOf(async (info, context, run) => {
    if (run > 1) return `${context.user} ${info.path.key}`
    await first.pass()
    return `first ${info.path.key}`
  })
  let joined = 0
  cache.on('join', () => {
    if (++joined === 4) first.open()
  })
  const users = ['a', 'b', 'c', 'd', 'e']
  const answers = await Promise.all(users.map((user) => execute(`{ ${user}: look { text } }`, { user })))
  const texts = answers.map(({ data }, i) => data[users[i] as string].text as string)
  const firsts = texts.filter((text) => text.startsWith('first '))
  expect(firsts).toHaveLength(1)
  // Whoever was first, too, has what was made of its own request.
  const own = (text: string) => (text.startsWith('first ') ? `${text.slice(-1)} ${text.slice(-1)}` : text)
  expect(texts.map(own)).toEqual(users.map((user) => `${user} ${user}`))
  expect(runs()).toBe(5)
})

test('as without a policy, it sees the whole context once it is unshared', async () => {
  const { execute } = serverOf(({ path }, context, run) => (run === 1 ? path.key : context.user))
  await execute('{ look { text } }', { user: 'ada' })
  expect((await execute('{ look { text } }', { user: 'bob' })).data.look.text).toBe('bob')
})

test('another resolver of the field, say a corrected one, is shared', async () => {
  const testCache = createTestCache()
  const wrong = serverOf(({ path }) => path.key, undefined, testCache)
  const corrected = serverOf(({ fieldName }) => fieldName, undefined, testCache)
  for (let i = 0; i < 2; i++) {
    await wrong.execute('{ look { text } }')
    await corrected.execute('{ look { text } }')
  }
  expect([wrong.runs(), corrected.runs()]).toEqual([2, 1])
  expect([wrong.warnings.length, corrected.warnings.length]).toEqual([1, 0])
})

test('law 6: what it has answered cannot look at the request afterwards, for others have it, too', async () => {
  const { execute, runs, warnings } = createLazy()
  const { data, errors } = await execute('{ look { text } }')
  expect(data).toEqual({ look: { text: null } })
  expect(errors).toMatchObject([{ path: ['look', 'text'], extensions: { code: 'LARDER_RESOLVER_CONTEXT' } }])
  expect(errors?.[0]?.message).toMatch(/info\.path is not for .* until the resolver has answered/)
  expect([runs(), warnings]).toEqual([1, []])

  function createLazy() {
    let runs = 0
    const look = (_parent: unknown, _args: unknown, _context: unknown, info: GraphQLResolveInfo) => {
      runs++
      return { text: () => info.path.key }
    }
    const policies = { 'Query.look': resolver({ ...policy, scope: 'public' }) }
    return { ...createServer({ typeDefs, resolvers: { Query: { look } }, policies }), runs: () => runs }
  }
})

const asked: See = ({ fieldNodes }) => fieldNodes.map(print).join().replaceAll(/\s+/g, ' ')

test('with selection, what was asked for is part of the key, and may be read', async () => {
  const { execute, runs, warnings } = serverOf(asked, true)
  expect((await execute('{ look { text } }')).data.look.text).toBe('look { text(upTo: 10) }')
  expect((await execute('{ look { text id } }')).data.look.text).toBe('look { id text(upTo: 10) }')
  expect((await execute('{ other: look { text(upTo: 10) } }')).data.other.text).toBe(
    'look { text(upTo: 10) }',
  )
  expect([runs(), warnings]).toEqual([2, []])
})

test('with selection, a resolver sees nothing of the request that is not in the key', async () => {
  const see: See = ({ fieldNodes, fragments, variableValues }) =>
    JSON.stringify([(fieldNodes[0] as FieldNode).loc ?? null, fragments, variableValues])
  const { execute, runs } = serverOf(see, true)
  const query =
    'query ($n: Int, $other: Int) { look { ...F } b: look(id: $other) { id } } fragment F on Look { text(upTo: $n) }'
  const { data } = await execute(query, {}, { n: 3, other: 4 })
  expect(JSON.parse(data.look.text)).toEqual([null, {}, {}])
  expect(runs()).toBe(2)
  await execute('{ look { text(upTo: 3) } }')
  expect(runs()).toBe(2)
})

test('with selection, reading the rest unshares all the same', async () => {
  const { execute, runs, warnings } = serverOf(({ operation }) => operation.operation, true)
  await execute('{ look { text } }')
  await execute('{ look { text } }')
  expect([runs(), warnings.length]).toEqual([2, 1])
})
