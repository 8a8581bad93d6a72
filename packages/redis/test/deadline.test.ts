import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Store } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { eventually } from '@larder/test/until'
import type { Redis } from 'ioredis'
import { versions } from './support/versions.ts'

const timeout = 100
const write = { key: 'a', before: '<', after: '>', life: 60_000 }

async function drain(keys: AsyncIterable<string>): Promise<void> {
  for await (const _ of keys);
}

const operations: [name: string, run: (store: Store) => Promise<unknown>][] = [
  ['readMany', (store) => store.readMany(['a'])],
  ['writeMany', (store) => store.writeMany([write])],
  ['deleteMany', (store) => store.deleteMany(['a'])],
  ['scan', (store) => drain(store.scan?.('') as AsyncIterable<string>)],
]

let server: RedisServer

beforeAll(async () => {
  server = await startRedis()
})

afterAll(() => server.stop())

describe.each(versions)('on a server that does not answer, with $version', ({ Client }) => {
  let client: Redis
  let store: Store

  beforeEach(async () => {
    client = new Client(server.options)
    await client.flushall()
    store = redisStore(client, { timeout })
  })

  afterEach(() => {
    server.thaw()
    client.disconnect()
  })

  test.each(operations)('%s rejects at its deadline, and works again afterwards', async (name, run) => {
    await eventually(() => store.readMany(['a']))
    server.freeze()
    const began = performance.now()
    await expect(run(store)).rejects.toMatchObject({
      code: 'LARDER_DEADLINE',
      message: `redisStore.${name} did not settle within 100 ms.`,
    })
    expect(performance.now() - began).toBeGreaterThan(timeout - 5)
    expect(performance.now() - began).toBeLessThan(20 * timeout)
    server.thaw()
    await eventually(() => run(store))
  })

  test('where the client gives up before, by its own commandTimeout, that is a deadline, too', async () => {
    const hasty = new Client({ ...server.options, commandTimeout: timeout / 2 })
    const hasted = redisStore(hasty, { timeout: 100 * timeout })
    try {
      await eventually(() => hasted.readMany(['a']))
      server.freeze()
      await expect(hasted.readMany(['a'])).rejects.toMatchObject({ code: 'LARDER_DEADLINE' })
    } finally {
      server.thaw()
      hasty.disconnect()
    }
  })

  test('every read of a tick rejects', async () => {
    await eventually(() => store.readMany(['a']))
    server.freeze()
    const reads = await Promise.allSettled([store.readMany(['a']), store.readMany(['b', 'a'])])
    expect(reads.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('a delete that waited for a connection, and was given up, is not sent later', async () => {
    await client.set('a', 'kept')
    server.freeze()
    const connecting = new Client(server.options)
    const late = redisStore(connecting, { timeout })
    await expect(late.deleteMany(['a'])).rejects.toMatchObject({ code: 'LARDER_DEADLINE' })
    server.thaw()
    await eventually(() => connecting.status === 'ready')
    expect(await connecting.get('a')).toBe('kept')
    connecting.disconnect()
  })

  test('a write that waited for the server’s time, and was given up, is not sent later', async () => {
    server.freeze()
    await expect(store.writeMany([write])).rejects.toMatchObject({ code: 'LARDER_DEADLINE' })
    server.thaw()
    await client.ping()
    await new Promise((resolve) => setImmediate(resolve))
    expect(await client.get('a')).toBeNull()
  })
})
