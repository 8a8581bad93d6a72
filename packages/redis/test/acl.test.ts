/** A user of Redis who may not do everything. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createCache, type Events } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { eventually } from '@larder/test/until'
import { Redis } from 'ioredis'

let server: RedisServer
let admin: Redis

beforeAll(async () => {
  server = await startRedis()
  admin = new Redis(server.options)
})

afterAll(async () => {
  admin.disconnect()
  await server.stop()
})

/** A cache of such a user. */
async function cacheOf(username: string, ...rules: string[]) {
  await admin.call('ACL', 'SETUSER', username, 'on', '>secret', '~*', '+@all', ...rules)
  await admin.flushall()
  const client = new Redis({ ...server.options, username, password: 'secret' })
  const cache = createCache({ namespace: 'shop', store: redisStore(client), storeTimeout: '4s', near: {} })
  const rows = new Map(['1', '2', '3'].map((id) => [id, 'old']))
  const loader = cache.loader('row', async (ids: readonly string[]) => ids.map((id) => rows.get(id)))
  const busErrors: Events['bus-error'][] = []
  cache.on('bus-error', (event) => void busErrors.push(event))
  const close = async () => {
    await cache.close()
    client.disconnect()
  }
  return { client, loader, rows, busErrors, close }
}

describe.each([
  ['who may use no channel, as is Redis’s default for a new user', ['resetchannels']],
  ['who may not publish', ['allchannels', '-publish']],
])('a user %s', (_, rules) => {
  test('law 3: invalidates and primes, though nobody is told', async () => {
    const { loader, rows, close } = await cacheOf('quiet', ...rules)
    await loader.loadMany(['1', '2', '3'])
    for (const id of rows.keys()) rows.set(id, 'new')
    await loader.invalidateMany(['1', '2', '3'])
    expect(await loader.loadMany(['1', '2', '3'])).toEqual(['new', 'new', 'new'])
    await loader.prime('1', 'primed')
    expect(await loader.load('1')).toBe('primed')
    await close()
  })
})

test('that there is no news to be heard is told, once, and why', async () => {
  const { loader, busErrors, close } = await cacheOf('deaf', 'resetchannels')
  await loader.load('1')
  await eventually(() => busErrors.length > 0)
  expect(busErrors).toEqual([
    { error: expect.objectContaining({ message: expect.stringContaining('NOPERM') }) },
  ])
  await close()
})

test('the rights of the operating guide are all that is needed', async () => {
  const guide = readFileSync(new URL('../../../docs/guides/operating.md', import.meta.url), 'utf8')
  const [, rights = ''] = /^ACL SETUSER larder (.*)$/m.exec(guide) ?? []
  await admin.call('ACL', 'SETUSER', 'larder', ...rights.replace('SECRET', 'secret').split(' '))
  await admin.flushall()
  const client = new Redis({ ...server.options, username: 'larder', password: 'secret' })
  const cache = createCache({
    namespace: 'shop',
    store: redisStore(client),
    storeTimeout: '4s',
    near: {},
    hot: {},
  })
  const failures: unknown[] = []
  cache.on('store-error', ({ error }) => void failures.push(error))
  cache.on('bus-error', ({ error }) => void failures.push(error))
  let isFailing = false
  const loader = cache.loader(
    'row',
    async (ids: readonly string[]) => {
      if (isFailing) throw new Error('out')
      return ids.map((id) => (id === 'none' ? null : id))
    },
    { ttl: '1h', grace: '1h', tags: () => ['rows'], version: 2, upgrade: { 1: (old: string) => old } },
  )
  await loader.loadMany(['1', '2', 'none'])
  await cache.settled()
  await loader.invalidate('1')
  await loader.prime('1', 'primed')
  await cache.invalidateTags(['rows'])
  await loader.load('2')
  await loader.expire('2')
  await loader.invalidateAll()
  isFailing = true
  await expect(loader.load('3')).rejects.toThrow('out')
  isFailing = false
  await loader.load('4')
  await cache.settled()
  await loader.peek('4')
  const listed: string[] = []
  for await (const [id] of loader.entries()) listed.push(id)
  expect(listed).toContain('4')
  await loader.clear()
  await eventually(async () => String(await admin.call('PUBSUB', 'CHANNELS')).includes('larder:'))
  await cache.close()
  client.disconnect()
  expect(failures).toEqual([])
})
