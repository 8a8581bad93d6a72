import { expect, test } from '@jest/globals'
import { createCache, memoryStore } from '@larder/core'
import { manualClock } from '@larder/core/testing'
import { GraphQLError } from 'graphql'
import { resolver } from '../src/index.ts'
import { atEnd } from './support/at-end.ts'
import { createServer, createTestCache, policy } from './support/cached-server.ts'
import { typeDefs } from './support/top-products.ts'

test('a time to live may follow from the result', async () => {
  const { cache, clock } = createTestCache()
  let runs = 0
  const { execute } = createServer({
    cache,
    typeDefs,
    resolvers: { Query: { now: () => ++runs } },
    policies: {
      'Query.now': resolver({
        ...policy,
        grace: 0,
        scope: 'public',
        ttl: (run: number) => (run === 1 ? 0 : '1m'),
      }),
    },
  })
  for (const expected of [1, 2, 2]) expect((await execute('{ now }')).data.now).toBe(expected)
  await clock.advance(61_000)
  expect((await execute('{ now }')).data.now).toBe(3)
})

test('law 9: two releases share a store, and the newer converts what the older has kept', async () => {
  const [store, clock] = [memoryStore(), manualClock()]
  const release = (options: object, answer: unknown) => {
    const cache = createCache({ namespace: 'test', store: { ...store, close: async () => {} }, clock })
    const server = createServer({
      cache,
      typeDefs,
      resolvers: { Query: { now: () => answer } },
      policies: { 'Query.now': resolver({ ...policy, ...options, scope: 'public' }) },
    })
    atEnd(() => cache.close())
    return async () => (await server.execute('{ now }')).data.now
  }
  const older = release({}, { seconds: 5 })
  const newer = release(
    { version: 2, upgrade: { 1: ({ seconds }: { seconds: number }) => seconds * 1000 } },
    -1,
  )
  await older()
  expect(await newer()).toBe(5000)
})

test('calls are no hot keys: nobody could warm them without a request', async () => {
  const cache = createCache({ namespace: 'test', clock: manualClock(), hot: {} })
  const { execute } = createServer({
    cache,
    typeDefs,
    resolvers: { Query: { now: () => 1 } },
    policies: { 'Query.now': resolver({ ...policy, scope: 'public' }) },
  })
  atEnd(() => cache.close())
  for (let i = 0; i < 64; i++) await execute('{ now }')
  expect(cache.hotKeys()).toEqual([])
})

test('law 7: a codec keeps what could not be kept, and an error for clients is none of its business', async () => {
  class Amount {
    readonly cents: number
    constructor(cents: number) {
      this.cents = cents
    }
  }
  const { cache } = createTestCache()
  const told: unknown[] = []
  cache.on('unstorable', (event) => told.push(event))
  let runs = 0
  const { execute } = createServer({
    cache,
    typeDefs: 'type Query { price(id: Int!): Price } type Price { euros: Float, isAmount: Boolean }',
    resolvers: {
      Query: {
        price: (_: unknown, { id }: { id: number }) => {
          if (++runs === 1) throw new GraphQLError('no such price')
          return new Amount(id)
        },
      },
      Price: {
        euros: ({ cents }: Amount) => cents / 100,
        isAmount: (price: unknown) => price instanceof Amount,
      },
    },
    policies: {
      'Query.price': resolver({
        ...policy,
        scope: 'public',
        codec: { encode: ({ cents }: Amount) => cents, decode: (cents: number) => new Amount(cents) },
      }),
    },
  })
  const query = '{ price(id: 250) { euros isAmount } }'
  expect((await execute(query)).errors).toMatchObject([{ message: 'no such price' }])
  for (let i = 0; i < 2; i++)
    expect((await execute(query)).data.price).toEqual({ euros: 2.5, isAmount: true })
  expect([runs, told]).toEqual([2, []])
})
