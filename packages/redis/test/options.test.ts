import { describe, expect, test } from '@jest/globals'
import { OptionError } from '@larder/core'
import { type RedisClient, type RedisStoreOptions, redisStore } from '@larder/redis'
import { Redis } from 'ioredis'
import { Redis as Redis5 } from 'ioredis5'
import { versions } from './support/versions.ts'

describe('redisStore refuses', () => {
  const other = { isOpen: true, get() {}, mGet() {} }

  test.each([undefined, null, 6379, {}, other, new Map()])('%p for a client', (client) => {
    expect(() => redisStore(client as never)).toThrow(OptionError)
    expect(() => redisStore(client as never)).toThrow(/^redisStore: client: expected an ioredis client/)
  })

  test.each(['', 'localhost:6379', 'http://localhost', 'redis:localhost'])('%p for a URL', (url) => {
    expect(() => redisStore(url)).toThrow(/expected .* a URL such as "redis:\/\/localhost:6379"/)
  })

  test('a URL without showing what else it holds', () => {
    expect(() => redisStore('http://user:secret@host')).toThrow(/received "http:\/\/"/)
    expect(() => redisStore(':secret@host')).not.toThrow(/secret/)
  })

  test.each(versions)('the client of a Cluster, on $version', ({ Client }) => {
    const cluster = new Client.Cluster([{ host: '127.0.0.1', port: 1 }], { lazyConnect: true })
    expect(() => redisStore(cluster as unknown as RedisClient)).toThrow(/A Redis Cluster is not supported/)
    cluster.disconnect()
  })

  test.each(versions)('a client that asks a Sentinel for a replica, on $version', ({ Client }) => {
    const sentinels = [{ host: '127.0.0.1', port: 1 }]
    const replica = new Client({ sentinels, name: 'shop', role: 'slave', lazyConnect: true })
    expect(() => redisStore(replica)).toThrow(/expected the role "master", received "slave"/)
  })

  test.each([
    [{ timeuot: '1s' }, /expected the options timeout, clock, received "timeuot"/],
    [{ timeout: 0 }, /redisStore: timeout: expected milliseconds, .* above 0, received 0/],
    [{ timeout: 'soon' }, /redisStore: timeout: expected .* received "soon"/],
  ])('%p for options', (options, message) => {
    const client = new Redis({ lazyConnect: true })
    expect(() => redisStore(client, options as RedisStoreOptions)).toThrow(message)
  })
})

test('the clients of both versions are clients by their types', () => {
  const clients: RedisClient[] = [new Redis({ lazyConnect: true }), new Redis5({ lazyConnect: true })]
  for (const client of clients) expect(() => redisStore(client)).not.toThrow()
})
