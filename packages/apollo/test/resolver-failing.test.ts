import { expect, test } from '@jest/globals'
import { barrier } from '@larder/core/testing'
import { resolver } from '../src/index.ts'
import { createServer, createTestCache, policy } from './support/cached-server.ts'

const typeDefs = 'type Query { find(n: Int!): Thing } type Thing { name: String other: String }'

type Find = (n: number, run: number) => unknown

class Holder {
  readonly held: unknown
  readonly back = this
  constructor(held: unknown) {
    this.held = held
  }
}

function serverOf(find: Find, options: object = {}) {
  const { cache, clock } = createTestCache()
  const runs: number[] = []
  const server = createServer({
    cache,
    typeDefs,
    resolvers: { Query: { find: (_: unknown, { n }: { n: number }) => find(n, runs.push(n)) } },
    policies: { 'Query.find': resolver({ ...policy, scope: 'public', ...options }) },
  })
  return { ...server, clock, runs }
}

test('law 4: a call that hangs fails alone, at its timeout, and its key alone cools down', async () => {
  const hangs = barrier()
  const { execute, clock, runs } = serverOf(
    async (n) => {
      if (n === 2) await hangs.pass()
      return { name: `${n}` }
    },
    { timeout: '1s' },
  )
  const asked = execute('{ a: find(n: 1) { name } b: find(n: 2) { name } }')
  await clock.advance(1_000)
  const { data, errors } = await asked
  expect(data).toEqual({ a: { name: '1' }, b: null })
  expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'LARDER_SOURCE_TIMEOUT' } }])
  expect(errors?.[0]?.message).toMatch(/timeout of 1000 ms/)

  const again = await execute('{ a: find(n: 1) { name } b: find(n: 2) { name } }')
  expect(again.data).toEqual({ a: { name: '1' }, b: null })
  expect(again.errors).toMatchObject([{ path: ['b'], extensions: { code: 'LARDER_COOLING_DOWN' } }])
  expect(runs).toEqual([1, 2])
  hangs.open()
})

test('law 4: where all calls of a load hang, it ends, and its turn at the source stays taken', async () => {
  const hangs = barrier()
  const { execute, clock, runs } = serverOf(() => hangs.pass(), {
    timeout: '1s',
    source: { concurrency: 1 },
  })
  const asked = execute('{ a: find(n: 1) { name } b: find(n: 2) { name } }')
  await clock.advance(1_200)
  const { errors } = await asked
  for (const { message } of errors ?? []) expect(message).toMatch(/timeout of 1000 ms/)
  expect(errors).toMatchObject([
    { extensions: { code: 'LARDER_SOURCE_TIMEOUT' } },
    { extensions: { code: 'LARDER_SOURCE_TIMEOUT' } },
  ])
  expect((await execute('{ find(n: 3) { name } }')).errors).toMatchObject([
    { extensions: { code: 'LARDER_OVERLOADED' } },
  ])
  expect(runs).toEqual([1, 2])
  hangs.open()
})

test('law 4: arguments that fail refuse nobody else, however many there are', async () => {
  const find: Find = (n) => {
    if (n < 0) throw new RangeError('n has to be positive')
    return { name: `${n}` }
  }
  const { execute } = serverOf(find)
  for (let n = 1; n <= 30; n++) await execute(`{ find(n: ${-n}) { name } }`)
  expect((await execute('{ find(n: 5) { name } }')).data).toEqual({ find: { name: '5' } })

  const given = serverOf(find, { source: { circuit: { minimum: 10 } } })
  for (let n = 1; n <= 30; n++) await given.execute(`{ find(n: ${-n}) { name } }`)
  expect((await given.execute('{ find(n: 5) { name } }')).errors).toMatchObject([
    { extensions: { code: 'LARDER_CIRCUIT_OPEN' } },
  ])
})

test('law 11: an invalidation that names nothing ends no process, whoever awaits it', async () => {
  const unhandled: unknown[] = []
  const hear = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', hear)
  const { cache, server } = serverOf(() => null)
  await server.start()
  const results = cache.resolver('Query.find')
  void results.invalidate({ m: 1 })
  void results.expire({ m: 1 })
  void results.invalidateAll()
  await new Promise(setImmediate)
  process.off('unhandledRejection', hear)
  expect(unhandled).toEqual([])
  await expect(results.invalidate({ m: 1 })).rejects.toThrow(/argument m, which the schema does not define/)
})

test.each<[string, (rejected: unknown) => unknown]>([
  ['a property', (name) => ({ name })],
  ['a property that was not asked for', (other) => ({ name: 'kept', other })],
  ['a list in a property', (other) => ({ name: 'kept', other: [other] })],
  ['the depth', (other) => ({ name: 'kept', other: [[{ a: { b: [{ c: { d: { e: other } } }] } }]] })],
  ['an instance of a class', (other) => ({ name: 'kept', other: new Holder({ in: new Holder(other) }) })],
])(
  'law 11: a promise that rejects in an answer nobody has asked for, in %s, ends no process',
  async (_where, answer) => {
    const unhandled: unknown[] = []
    const hear = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', hear)
    const { execute, clock, cache, runs } = serverOf((_n, run) =>
      run === 1 ? { name: 'kept' } : answer(Promise.reject(new Error('the service is gone'))),
    )
    const query = '{ find(n: 1) { name } }'
    await execute(query)
    await clock.advance(90_000)
    const refreshed = new Promise((resolve) => cache.on('load', resolve))
    expect((await execute(query)).data).toEqual({ find: { name: 'kept' } })
    await refreshed
    await clock.advance(0)
    process.off('unhandledRejection', hear)
    expect([runs.length, unhandled]).toEqual([2, []])
  },
)
