import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Clock, type Store, systemClock } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import type { Redis } from 'ioredis'
import { sentThrough } from './support/commands.ts'
import { versions } from './support/versions.ts'

const timeout = '4s'
/** No second passes while a test runs, however busy the machine: the server's time is asked for once. */
const clock: Clock = { ...systemClock, monotonic: () => 0 }
const write = (key: string) => ({ key, before: '', after: '', life: 60_000 })

let server: RedisServer

beforeAll(async () => {
  server = await startRedis()
})

afterAll(() => server.stop())

describe.each(versions)('what goes to Redis, on $version', ({ Client }) => {
  let client: Redis
  let store: Store

  beforeAll(() => {
    client = new Client(server.options)
  })

  beforeEach(async () => {
    await client.flushall()
    store = redisStore(client, { timeout, clock })
  })

  afterAll(() => client.disconnect())

  test('the reads of one tick are one MGET, each key once', async () => {
    await store.writeMany(['a', 'b', 'c'].map(write))
    const readAll = () => {
      const afterPromises = Promise.resolve()
        .then(() => {})
        .then(() => store.readMany(['c', 'absent', 'a']))
      return Promise.all([store.readMany(['a', 'b']), store.readMany(['b', 'b']), afterPromises])
    }
    let answers: unknown
    const { commands } = await sentThrough(client, async () => {
      // From a callback of Node's own: what it does is through before any promise is.
      answers = await new Promise((resolve) => setImmediate(() => resolve(readAll())))
    })
    expect(commands).toEqual([{ name: 'mget', args: ['a', 'b', 'c', 'absent'] }])
    const digits = expect.stringMatching(/^\d+$/)
    expect(answers).toEqual([
      [digits, digits],
      [digits, digits],
      [digits, undefined, digits],
    ])
  })

  test('reads of different ticks go out each by itself', async () => {
    await store.readMany(['a'])
    const { commands } = await sentThrough(client, async () => {
      const first = store.readMany(['a'])
      await new Promise((resolve) => setImmediate(resolve))
      await Promise.all([first, store.readMany(['a', 'b'])])
    })
    expect(commands.map(({ args }) => args)).toEqual([['a'], ['a', 'b']])
  })

  test('the first read takes the server’s time along, and for a second no other one does', async () => {
    const first = await sentThrough(client, () => store.readMany(['a']))
    expect(first.commands.map(({ name }) => name)).toEqual(['time', 'mget'])
    expect(first.roundTrips).toBe(1)
    const next = await sentThrough(client, () => store.readMany(['a']))
    expect(next.commands.map(({ name }) => name)).toEqual(['mget'])
  })

  test('writes are one round trip, each a SET with its own life', async () => {
    await store.readMany(['a'])
    const { commands, roundTrips } = await sentThrough(client, () =>
      store.writeMany([write('a'), { ...write('b'), life: 5_000 }]),
    )
    expect(commands.map(({ name, args: [key] }) => [name, key])).toEqual([
      ['set', 'a'],
      ['set', 'b'],
    ])
    expect(roundTrips).toBe(1)
    expect(await client.pttl('a')).toBeGreaterThan(5_000)
    expect(await client.pttl('b')).toBeLessThanOrEqual(5_000)
  })

  test('a first write asks for the server’s time first', async () => {
    const { commands, roundTrips } = await sentThrough(client, () => store.writeMany([write('a')]))
    expect(commands.map(({ name }) => name)).toEqual(['time', 'set'])
    expect(roundTrips).toBe(2)
  })

  test('deletes are one round trip', async () => {
    await store.writeMany([write('a')])
    const { commands, roundTrips } = await sentThrough(client, () => store.deleteMany(['a', 'b']))
    expect(commands).toEqual([
      { name: 'unlink', args: ['a'] },
      { name: 'unlink', args: ['b'] },
    ])
    expect(roundTrips).toBe(1)
  })

  test('for nothing, nothing is sent', async () => {
    const { commands } = await sentThrough(client, () =>
      Promise.all([store.readMany([]), store.writeMany([]), store.deleteMany([])]),
    )
    expect(commands).toEqual([])
  })

  test('no command names more than 5,000 keys, and all go out at once', async () => {
    const keys = Array.from({ length: 10_001 }, (_, i) => `key:${i}`)
    await store.writeMany([write('key:0'), write('key:10000')])
    const { commands, roundTrips } = await sentThrough(client, async () => {
      const stored = await store.readMany(keys)
      expect(stored.flatMap((text, i) => (text === undefined ? [] : i))).toEqual([0, 10_000])
    })
    expect(commands.map(({ args }) => args.length)).toEqual([5_000, 5_000, 1])
    expect(roundTrips).toBe(1)
  })

  test('a client that pipelines by itself does not hold reads back', async () => {
    const pipelining = new Client({ ...server.options, enableAutoPipelining: true })
    await pipelining.ping()
    const reader = redisStore(pipelining, { timeout, clock })
    const { commands } = await sentThrough(pipelining, () =>
      Promise.all([pipelining.get('of the application'), reader.readMany(['a'])]),
    )
    expect(commands.map(({ name }) => name)).toEqual(['time', 'mget', 'get'])
    pipelining.disconnect()
  })

  test('one write that Redis refuses rejects the call', async () => {
    const refused = store.writeMany([write('a'), { ...write('b'), life: -1 }])
    await expect(refused).rejects.toThrow('invalid expire time')
  })
})
