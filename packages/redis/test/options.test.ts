import { describe, expect, test } from '@jest/globals'
import { OptionError } from '@larder/core'
import { type RedisClient, type RedisCluster, type RedisStoreOptions, redisStore } from '@larder/redis'
import { Cluster, Redis } from 'ioredis'
import { Cluster as Cluster5, Redis as Redis5 } from 'ioredis5'
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

  const URLS: [url: string, message: RegExp][] = [
    ['redis://u:secret@host:99999', /expected a host, a port from 1 to 65535/],
    ['redis://u:secret@host:port', /expected a host, a port from 1 to 65535/],
    ['redis://u:secret@host:0', /expected a port from 1 to 65535/],
    ['redis://u:secret@host?port=no', /expected a port from 1 to 65535/],
    ['redis://u:secret%@host', /a user and a password that are percent-encoded/],
    ['redis://u:secret@host/abc', /expected a whole number for the database/],
    ['redis://u:secret@host/1/2', /expected a whole number for the database/],
    ['redis://u:secret@host/-1', /expected a whole number for the database/],
    ['redis://u:secret@host?db=abc', /expected a whole number for the database/],
  ]

  test.each(URLS)('the URL %s, and shows nothing of it', (url, message) => {
    const refusal = () => redisStore(url)
    expect(refusal).toThrow(message)
    expect(refusal).toThrow(OptionError)
    expect(refusal).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/secret|u:|99999|abc/) }),
    )
  })

  describe.each(versions)('on $version', ({ Client }) => {
    const nodes = [{ host: '127.0.0.1', port: 1 }]
    const lags = /A replica lags behind its master: a read could return what was invalidated before it began/

    test.each(['slave', 'all', () => []] as const)(
      'a Cluster’s client that scales reads by %p',
      (scaleReads) => {
        const cluster = new Client.Cluster(nodes, { lazyConnect: true, scaleReads: scaleReads as 'all' })
        expect(() => redisStore(cluster)).toThrow(OptionError)
        expect(() => redisStore(cluster)).toThrow(
          /^redisStore: client: scaleReads: expected "master", received /,
        )
        expect(() => redisStore(cluster)).toThrow(lags)
      },
    )

    test('a Sentinel’s client that is connected to a replica', () => {
      const client = new Client({ sentinels: nodes, name: 'main', role: 'slave', lazyConnect: true })
      expect(() => redisStore(client)).toThrow(
        /^redisStore: client: role: expected "master", received "slave"/,
      )
      expect(() => redisStore(client)).toThrow(lags)
    })

    test('a Cluster’s client with two key prefixes', () => {
      const options = { lazyConnect: true, keyPrefix: 'a:', redisOptions: { keyPrefix: 'b:' } }
      expect(() => redisStore(new Client.Cluster(nodes, options))).toThrow(
        'redisStore: client: keyPrefix: expected one for all nodes, received "a:". That of redisOptions differs',
      )
    })

    test('nothing else of a Cluster, nor a Sentinel’s client that is connected to the master', () => {
      const options = { lazyConnect: true, redisOptions: { keyPrefix: 'b:' } }
      expect(() => redisStore(new Client.Cluster(nodes, options))).not.toThrow()
      const client = new Client({ sentinels: nodes, name: 'main', lazyConnect: true })
      expect(() => redisStore(client)).not.toThrow()
    })
  })

  test.each([
    [{ timeuot: '1s' }, /expected the options timeout, clock, received "timeuot"/],
    [null, /redisStore: expected an object of options, received null/],
    [{ clock: {} }, /redisStore: clock: expected a Clock/],
    [{ timeout: 0 }, /redisStore: timeout: expected milliseconds, .* above 0, received 0/],
    [{ timeout: 'soon' }, /redisStore: timeout: expected .* received "soon"/],
  ])('%p for options', (options, message) => {
    const client = new Redis({ lazyConnect: true })
    expect(() => redisStore(client, options as RedisStoreOptions)).toThrow(message)
  })
})

test('the clients of both versions are clients by their types', () => {
  const clients: RedisClient[] = [new Redis({ lazyConnect: true }), new Redis5({ lazyConnect: true })]
  const clusters: RedisCluster[] = [Cluster, Cluster5].map((Client) => new Client([], { lazyConnect: true }))
  for (const client of [...clients, ...clusters]) expect(() => redisStore(client)).not.toThrow()
})
