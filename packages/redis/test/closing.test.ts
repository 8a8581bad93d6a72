import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { redisStore } from '@larder/redis'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { eventually } from './support/eventually.ts'
import { versions } from './support/versions.ts'

let server: RedisServer

beforeEach(async () => {
  server = await startRedis()
})

afterEach(() => server.stop())

/** What would keep the process alive. */
const resources = () => process.getActiveResourcesInfo().sort()

describe('law 11: closing a store with a client of its own leaves nothing open', () => {
  test('when it is connected, and answers what is under way first', async () => {
    const before = resources()
    const store = redisStore(server.url)
    await store.readMany(['a'])
    const reading = store.readMany(['a'])
    await new Promise((resolve) => setImmediate(resolve))
    await store.close()
    expect(await reading).toEqual([undefined])
    expect(resources()).toEqual(before)
  })

  test('when it has not connected yet', async () => {
    const before = resources()
    const store = redisStore(server.url)
    const reading = store.readMany(['a'])
    await store.close()
    await expect(reading).rejects.toMatchObject({ status: 'closed' })
    expect(resources()).toEqual(before)
  })

  test('when the server does not answer', async () => {
    const before = resources()
    const store = redisStore(server.url, { timeout: 100 })
    await store.readMany(['a'])
    server.freeze()
    const began = performance.now()
    await store.close()
    expect(performance.now() - began).toBeLessThan(1_000)
    expect(resources()).toEqual(before)
  })

  test('when the server is gone', async () => {
    const before = resources()
    const store = redisStore(server.url)
    await store.readMany(['a'])
    await server.kill()
    await eventually(() => expect(store.readMany(['a'])).rejects.toMatchObject({ status: 'reconnecting' }))
    await store.close()
    await server.restart()
    expect(resources()).toEqual(before)
  })

  test('afterwards operations reject, and closing again is nothing', async () => {
    const store = redisStore(server.url)
    await Promise.all([store.close(), store.close()])
    await store.close()
    await expect(store.readMany(['a'])).rejects.toMatchObject({
      code: 'LARDER_REDIS_NOT_READY',
      status: 'closed',
      message: expect.stringContaining('The store has been closed'),
    })
  })
})

describe.each(versions)('closing a store on a client handed in, on $version', ({ Client }) => {
  test('leaves the client open, and as it was', async () => {
    const client = new Client(server.options)
    const listeners = () => client.eventNames().map((name) => [name, client.listenerCount(name)])
    const before = listeners()
    const store = redisStore(client)
    await store.readMany(['a'])
    expect(listeners()).toEqual(before)
    await store.close()
    expect(await client.ping()).toBe('PONG')
    client.disconnect()
  })

  test('rejects what waits for its first connection, and takes its listeners away', async () => {
    const client = new Client({ ...server.options, lazyConnect: true })
    const store = redisStore(client)
    const reading = store.readMany(['a'])
    await new Promise((resolve) => process.nextTick(resolve))
    await store.close()
    await expect(reading).rejects.toMatchObject({ status: 'closed' })
    await client.ping()
    expect(['ready', 'close', 'end'].map((name) => client.listenerCount(name))).toEqual([0, 0, 0])
    client.disconnect()
  })
})
