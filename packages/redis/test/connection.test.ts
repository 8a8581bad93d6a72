import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Leases } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { eventually } from '@larder/test/until'
import type { Redis, RedisOptions } from 'ioredis'
import { versions } from './support/versions.ts'

const write = { key: 'a', before: '<', after: '>', life: 60_000 }
/** Longer than what is awaited here: what rejects does so for its own reason. */
const timeout = '4s'

let server: RedisServer

beforeEach(async () => {
  server = await startRedis()
})

afterEach(() => server.stop())

describe.each(versions)('the connection of a client handed in, on $version', ({ Client }) => {
  let client: Redis

  function connect(options: RedisOptions = {}) {
    client = new Client({ ...server.options, retryStrategy: () => 10, ...options })
    client.on('error', () => {})
    return redisStore(client, { timeout })
  }

  afterEach(() => client.disconnect())

  test('the first one is waited for', async () => {
    const store = connect()
    expect(client.status).not.toBe('ready')
    const answers = await Promise.all([
      store.readMany(['a']),
      store.deleteMany(['a']),
      store.writeMany([write]),
    ])
    expect(answers.slice(0, 2)).toEqual([[undefined], [false]])
  })

  test('law 3: what is asked for as it is there does not overtake what waited for it', async () => {
    const target = { lease: '{a}:lease', keys: ['{a}:v1'] }
    const store = connect()
    const leases = store.leases as Leases
    let invalidating: Promise<boolean[]> | undefined
    client.on('ready', () => {
      invalidating = leases.invalidate([target])
    })
    await leases.prime([{ ...target, write: { ...write, key: '{a}:v1' } }])
    await invalidating
    expect(await store.readMany(['{a}:v1'])).toEqual([undefined])
  })

  test('law 3: an invalidation does not undo the prime that is asked for after it, whatever scripts are lost', async () => {
    const target = { lease: '{a}:lease', keys: ['{a}:v1'] }
    const leases = connect().leases as Leases
    const prime = { ...target, write: { ...write, key: '{a}:v1' } }
    await leases.invalidate([target])
    await client.script('FLUSH')
    await Promise.all([leases.invalidate([target]), leases.prime([prime])])
    expect(await client.exists('{a}:v1')).toBe(1)
  })

  test('a lazy client is made to connect', async () => {
    const store = connect({ lazyConnect: true })
    expect(await store.readMany(['a'])).toEqual([undefined])
  })

  test('where the first one fails, what waited for it rejects', async () => {
    await server.kill()
    const store = connect()
    await expect(store.readMany(['a'])).rejects.toMatchObject({ code: 'LARDER_REDIS_NOT_READY' })
    await server.restart()
    await eventually(() => store.readMany(['a']))
  })

  test('without one an operation rejects at once, and is not sent later', async () => {
    const store = connect({ retryStrategy: () => 1_000 })
    await store.readMany(['a'])
    await server.kill()
    await eventually(() => client.status === 'reconnecting')
    await expect(store.writeMany([write])).rejects.toMatchObject({
      code: 'LARDER_REDIS_NOT_READY',
      status: 'reconnecting',
      message: expect.stringContaining('see that Redis runs and can be reached'),
    })
    await server.restart()
    await eventually(() => client.status === 'ready')
    expect(await store.readMany(['a'])).toEqual([undefined])
  })

  test('another one, after the first, is not waited for', async () => {
    const store = connect({ disconnectTimeout: 10 })
    await eventually(() => client.status === 'ready')
    await store.readMany(['a'])
    server.freeze()
    client.disconnect(true)
    await eventually(() => client.status === 'connect')
    await expect(store.readMany(['a'])).rejects.toMatchObject({ status: 'connect' })
    server.thaw()
    await eventually(() => store.readMany(['a']))
  })

  test('a client that was ended says so', async () => {
    const store = connect()
    await store.readMany(['a'])
    client.disconnect()
    await eventually(() => client.status === 'end')
    await expect(store.readMany(['a'])).rejects.toMatchObject({
      status: 'end',
      message: expect.stringContaining('make another one'),
    })
  })

  test('a server that is killed again and again takes nothing along', async () => {
    const store = connect()
    for (let round = 0; round < 3; round++) {
      await eventually(() => store.readMany(['a']))
      const underWay = [store.readMany(['a']), store.writeMany([write]), store.deleteMany(['a'])]
      await server.kill()
      const settled = Promise.allSettled([...underWay, store.readMany(['b'])])
      await server.restart()
      await settled
    }
    await eventually(() => store.writeMany([write]))
    expect(await store.readMany(['a'])).toEqual([expect.stringMatching(/^<\d+>$/)])
  })
})

describe('the connection of a store’s own client', () => {
  test('where it fails, the reason is the cause', async () => {
    await server.kill()
    const store = redisStore(server.url, { timeout })
    await expect(store.readMany(['a'])).rejects.toMatchObject({
      code: 'LARDER_REDIS_NOT_READY',
      cause: { code: 'ECONNREFUSED' },
    })
    await server.restart()
    await eventually(() => store.readMany(['a']))
    await store.close()
  })

  test('what is under way when it is lost rejects at once, and is not sent again', async () => {
    const store = redisStore(server.url, { timeout })
    await store.readMany(['a'])
    server.freeze()
    const writing = store.writeMany([write])
    const reading = store.readMany(['a'])
    await Promise.all([
      expect(writing).rejects.toMatchObject({ code: 'LARDER_REDIS_LOST' }),
      expect(reading).rejects.toMatchObject({ code: 'LARDER_REDIS_LOST' }),
      server.kill(),
    ])
    await server.restart()
    await eventually(() => store.readMany(['a']))
    expect(await store.readMany(['a'])).toEqual([undefined])
    await store.close()
  })
})
