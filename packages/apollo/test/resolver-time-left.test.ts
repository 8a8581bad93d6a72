import { expect, test } from '@jest/globals'
import { barrier } from '@larder/core/testing'
import { resolver } from '../src/index.ts'
import { createTestCache, policy, serveCached } from './support/cached-server.ts'

type Context = { loaders: { rows: { load(id: string): Promise<unknown> } } }

const typeDefs = `#graphql
  directive @cacheControl(maxAge: Int) on FIELD_DEFINITION
  type Query {
    row: String @cacheControl(maxAge: 240)
    text: String @cacheControl(maxAge: 240)
    thing: Thing @cacheControl(maxAge: 240)
    nothing: String @cacheControl(maxAge: 240)
    slow: String @cacheControl(maxAge: 240)
  }
  type Thing { text: String @cacheControl(maxAge: 240) }
`

/** Rows are fresh for a minute, results by their policy for ten. */
async function serveRows() {
  const { cache, clock } = createTestCache()
  let row = 'old'
  let isHeld = false
  const refresh = barrier()
  const runs: string[] = []
  const rows = cache.loader(
    'row',
    async (ids: readonly string[]) => {
      if (isHeld) await refresh.pass()
      return ids.map(() => row)
    },
    { ...policy, timeout: '1h', waitTimeout: '2h' },
  )
  const read = (name: string, make: (text: unknown) => unknown) => {
    return async (_: unknown, _args: unknown, { loaders }: Context) => {
      runs.push(name)
      return make(await loaders.rows.load('1'))
    }
  }
  const keeping = { ...policy, ttl: '10m', missingTtl: '30s', grace: 0, scope: 'public' } as const
  const own = resolver(keeping)
  const { ask } = await serveCached({
    cache,
    typeDefs,
    resolvers: {
      Query: {
        row: (_: unknown, _args: unknown, { loaders }: Context) => loaders.rows.load('1'),
        text: read('text', (text) => text),
        thing: read('thing', (text) => ({ text })),
        nothing: read('nothing', () => null),
        slow: read('slow', async (text) => {
          await clock.advance(20_000)
          return text
        }),
      },
    },
    loaders: { rows },
    policies: {
      'Query.text': own,
      'Query.thing': { ...own },
      'Query.nothing': { ...own },
      'Query.slow': resolver({ ...keeping, timeout: '1h', waitTimeout: '2h' }),
    },
  })
  const changeBehind = () => {
    row = 'new'
    isHeld = true
  }
  return { ask, clock, runs, changeBehind, refresh }
}

test.each([
  ['text', '{ text }'],
  ['thing', '{ thing { text } }'],
  ['nothing', '{ nothing }'],
])(
  'law 10: a result that was made of what is stale is not fresh, and its hint says so: %s',
  async (name, query) => {
    const { ask, clock, runs, changeBehind, refresh } = await serveRows()
    await ask('{ row }')
    changeBehind()
    await clock.advance(61_000)
    for (let i = 1; i <= 2; i++) {
      const { cacheControl, data } = await ask(query)
      expect(cacheControl).toBe('no-store')
      if (name !== 'nothing') expect(JSON.stringify(data)).toContain('old')
      expect(runs).toHaveLength(i)
    }
    refresh.open()
    await clock.advance(0)
    const { cacheControl, data } = await ask(query)
    expect(cacheControl).toBe(name === 'nothing' ? 'max-age=30, public' : 'max-age=60, public')
    if (name !== 'nothing') expect(JSON.stringify(data)).toContain('new')
  },
)

test.each([
  ['text', '{ text }'],
  ['thing', '{ thing { text } }'],
])('law 10: a result stays fresh for no longer than what it was made of: %s', async (_name, query) => {
  const { ask, clock, runs } = await serveRows()
  await ask('{ row }')
  await clock.advance(40_000)
  expect((await ask(query)).cacheControl).toBe('max-age=20, public')
  await clock.advance(15_000)
  expect((await ask(query)).cacheControl).toBe('max-age=5, public')
  expect(runs).toHaveLength(1)
  await clock.advance(6_000)
  await ask(query)
  expect(runs).toHaveLength(2)
})

test('law 10: the time that a resolver takes after it has read counts, too', async () => {
  const { ask, clock, runs } = await serveRows()
  expect((await ask('{ slow }')).cacheControl).toBe('max-age=40, public')
  await clock.advance(39_000)
  expect((await ask('{ slow }')).cacheControl).toBe('max-age=1, public')
  await clock.advance(2_000)
  await ask('{ slow }')
  expect(runs).toEqual(['slow', 'slow'])
})
