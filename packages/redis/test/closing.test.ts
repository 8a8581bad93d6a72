import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { redisStore } from '@larder/redis'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { eventually } from '@larder/test/until'
import { versions } from './support/versions.ts'

/** Longer than anything takes here, unless a test says otherwise. */
const timeout = '4s'

let server: RedisServer

beforeEach(async () => {
  server = await startRedis()
})

afterEach(() => server.stop())

/** What would keep the process alive. */
const resources = () => process.getActiveResourcesInfo().sort()
/** What was there before may have gone meanwhile. */
const added = (before: readonly string[]) => {
  const left = [...before]
  return resources().filter((kind) => {
    const at = left.indexOf(kind)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
const timers = () => resources().filter((kind) => kind === 'Timeout').length

describe('law 11: closing a store with a client of its own leaves nothing open', () => {
  test('when it is connected, and answers what is under way first', async () => {
    const before = resources()
    const store = redisStore(server.url, { timeout })
    await store.readMany(['a'])
    const reading = store.readMany(['a'])
    await new Promise((resolve) => setImmediate(resolve))
    await store.close()
    expect(await reading).toEqual([undefined])
    expect(added(before)).toEqual([])
  })

  test('when it has not connected yet', async () => {
    const before = resources()
    const store = redisStore(server.url, { timeout })
    const reading = store.readMany(['a'])
    await store.close()
    await expect(reading).rejects.toMatchObject({ status: 'closed' })
    expect(added(before)).toEqual([])
  })

  test('when the server does not answer', async () => {
    const before = resources()
    const store = redisStore(server.url, { timeout: 100 })
    await eventually(() => store.readMany(['a']))
    server.freeze()
    const began = performance.now()
    await store.close()
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(added(before)).toEqual([])
  })

  test('when the server is gone', async () => {
    const before = resources()
    const timersBefore = timers()
    const store = redisStore(server.url, { timeout })
    await store.readMany(['a'])
    await server.kill()
    await eventually(() => expect(store.readMany(['a'])).rejects.toMatchObject({ status: 'reconnecting' }))
    await store.close()
    expect(timers()).toBeLessThanOrEqual(timersBefore)
    await server.restart()
    expect(added(before)).toEqual([])
  })

  test('afterwards operations reject, and closing again is nothing', async () => {
    const store = redisStore(server.url, { timeout })
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
    const store = redisStore(client, { timeout })
    await store.readMany(['a'])
    await store.close()
    expect(await client.ping()).toBe('PONG')
    expect(listeners()).toEqual(before)
    await expect(store.readMany(['a'])).rejects.toMatchObject({ status: 'closed' })
    client.disconnect()
  })

  test('rejects at once what waits for the first connection', async () => {
    server.freeze()
    const client = new Client(server.options)
    await eventually(() => client.status === 'connect')
    const listeners = () => ['ready', 'close', 'end'].map((name) => client.listenerCount(name))
    const before = listeners()
    const store = redisStore(client, { timeout })
    const writing = store.writeMany([{ key: 'a', before: '', after: '', life: 1_000 }])
    expect(listeners()).not.toEqual(before)
    await store.close()
    await expect(writing).rejects.toMatchObject({ status: 'closed' })
    expect(listeners()).toEqual(before)
    client.disconnect()
  })
})
