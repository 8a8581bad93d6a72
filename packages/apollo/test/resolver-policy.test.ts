import { expect, test } from '@jest/globals'
import { barrier, hold } from '@larder/core/testing'
import { resolver } from '../src/index.ts'
import { createServer, createTestCache, policy, serveCached } from './support/cached-server.ts'
import { serverOf, typeDefs } from './support/top-products.ts'

const products = (_run: number, { first }: { first: number }) =>
  Array.from({ length: first }, (_, i) => ({ id: `${i + 1}` }))

test('the first request runs the resolver, the next has its result', async () => {
  const { execute, runs } = serverOf(products)

  const miss = await execute('{ top { id } }')
  const hit = await execute('{ top(first: 2) { id } }')
  expect(miss.data).toEqual({ top: [{ id: '1' }, { id: '2' }] })
  expect(hit.data).toEqual(miss.data)
  expect(runs).toHaveLength(1)
  expect(miss.extensions?.larder.resolvers['Query.top']).toMatchObject({ keys: 1, loaded: 1, alone: 0 })
  expect(hit.extensions?.larder.resolvers['Query.top']).toMatchObject({ keys: 1, hits: 1, freshFor: 60_000 })
})

test('other arguments are another result', async () => {
  const { execute, runs } = serverOf(products)
  expect((await execute('{ top(first: 1) { id } }')).data.top).toHaveLength(1)
  expect((await execute('{ top(first: 3) { id } }')).data.top).toHaveLength(3)
  expect(runs).toMatchObject([{ first: 1 }, { first: 3 }])
})

test('what is stale is served, and refreshed behind the scenes', async () => {
  const { execute, runs, clock, cache } = serverOf((run) => [{ id: `run ${run}` }])
  await execute('{ top { id } }')
  await clock.advance(90_000)
  const refreshed = new Promise((resolve) => cache.on('load', resolve))

  const stale = await execute('{ top { id } }')
  expect(stale.data.top).toEqual([{ id: 'run 1' }])
  expect(stale.extensions?.larder.resolvers['Query.top']).toMatchObject({ stale: 1, freshFor: 0 })
  await refreshed
  await clock.advance(0)
  expect((await execute('{ top { id } }')).data.top).toEqual([{ id: 'run 2' }])
  expect(runs).toHaveLength(2)
})

test('null is remembered for missingTtl', async () => {
  const { execute, runs, clock } = serverOf((run) => (run === 1 ? null : []))
  expect((await execute('{ top { id } }')).data.top).toBe(null)
  expect((await execute('{ top { id } }')).data.top).toBe(null)
  expect(runs).toHaveLength(1)
  await clock.advance(11_000)
  expect((await execute('{ top { id } }')).data.top).toEqual([])
})

test('law 1: 500 concurrent requests for one cached resolver are one run of it', async () => {
  const { cache } = createTestCache()
  const source = barrier()
  let runs = 0
  let joined = 0
  cache.on('join', () => {
    if (++joined === 499) source.open()
  })
  const { ask } = await serveCached({
    cache,
    typeDefs,
    resolvers: {
      Query: {
        top: () => {
          runs++
          return hold(source)(async () => [{ id: '1' }])
        },
      },
    },
    policies: { 'Query.top': resolver({ ...policy, scope: 'public' }) },
  })

  const answers = await Promise.all(Array.from({ length: 500 }, () => ask('{ top { id } }')))
  expect(runs).toBe(1)
  expect(new Set(answers.map(({ data }) => JSON.stringify(data)))).toEqual(new Set(['{"top":[{"id":"1"}]}']))
})

test('one operation reads a result once, however often it asks for it', async () => {
  const { execute, runs } = serverOf(products)
  const { data, extensions } = await execute('{ a: top { id } b: top { id } c: top(first: 1) { id } }')
  expect(data.a).toEqual(data.b)
  expect(runs).toHaveLength(2)
  expect(extensions?.larder.resolvers['Query.top']).toMatchObject({ keys: 2, loaded: 2 })
})

test('interfaces and unions come from the cache as without', async () => {
  let runs = 0
  const book = { __typename: 'Book', id: '1', pages: 300 }
  const { execute } = createServer({
    typeDefs,
    resolvers: {
      Query: {
        things: () => {
          runs++
          return [book, null, { id: '2', minutes: 90 }]
        },
        either: () => {
          runs++
          return { id: '2', minutes: 90 }
        },
      },
      Thing: { __resolveType: ({ minutes }: { minutes?: number }) => (minutes ? 'Film' : 'Book') },
      Either: { __resolveType: () => 'Film' },
    },
    policies: {
      'Query.things': resolver({ ...policy, scope: 'public' }),
      'Query.either': resolver({ ...policy, scope: 'public' }),
    },
  })
  const query =
    '{ things { __typename id ... on Book { pages } ... on Film { minutes } } either { ... on Film { minutes } } }'
  const miss = await execute(query)
  expect(miss.data).toEqual({
    things: [book, null, { __typename: 'Film', id: '2', minutes: 90 }],
    either: { minutes: 90 },
  })
  expect((await execute(query)).data).toEqual(miss.data)
  expect(runs).toBe(2)
})

test('fields of one list are read in one batch, by the key of each parent', async () => {
  const seen: unknown[] = []
  const { execute, cache } = createServer({
    typeDefs,
    resolvers: {
      Query: { top: () => [{ id: '1' }, { id: '2' }, { id: '1' }] },
      Product: {
        reviews: ({ id }: { id: string }, args: { stars?: number }) => {
          seen.push([id, args.stars])
          return [`of ${id}`]
        },
      },
    },
    policies: {
      'Product.reviews': resolver({ ...policy, scope: 'public', key: ({ id }: { id: string }) => id }),
    },
  })
  const loads: unknown[] = []
  cache.on('load', ({ ids }) => loads.push(ids))

  const query = '{ top { reviews(stars: 5) } }'
  const { data } = await execute(query)
  expect(data.top.map(({ reviews }: { reviews: string[] }) => reviews)).toEqual([
    ['of 1'],
    ['of 2'],
    ['of 1'],
  ])
  expect(seen).toEqual([
    ['1', 5],
    ['2', 5],
  ])
  expect(loads).toEqual([['["1",{"stars":5}]', '["2",{"stars":5}]']])
  expect((await execute(query)).data).toEqual(data)
  expect(seen).toHaveLength(2)
})
