import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Bus, BusMessage, Store } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisSentinel, startSentinel } from '@larder/test/redis-sentinel'
import { eventually } from '@larder/test/until'
import type { Redis, RedisOptions } from 'ioredis'
import { versions } from './support/versions.ts'

const timeout = '4s'
const write = { key: 'a', before: '<', after: '>', life: 60_000 }
const channel = 'larder:'

let redis: RedisSentinel

beforeEach(async () => {
  redis = await startSentinel()
})

afterEach(() => redis.stop())

describe.each(versions)('a store whose client asks a Sentinel, on $version', ({ Client }) => {
  let client: Redis
  let admin: Redis

  beforeEach(() => {
    admin = new Client(redis.replica.options)
  })

  afterEach(() => {
    client.disconnect()
    admin.disconnect()
  })

  function connect(options: RedisOptions = {}): Store {
    client = new Client({ ...redis.options, ...options })
    client.on('error', () => {}) // Servers are killed on purpose.
    return redisStore(client, { timeout })
  }

  const subscribers = async () => (await admin.pubsub('NUMSUB', channel))[1]
  const isRight = async (store: Store) => {
    await store.writeMany([write])
    return (await admin.exists('a')) === 1 && (await admin.role())[0] === 'master'
  }

  test('goes on with the new master when the old one is lost', async () => {
    const store = connect()
    await store.writeMany([write])
    await redis.replicated()
    await redis.loseMaster()
    await eventually(async () => {
      expect(await store.readMany(['a'])).toEqual([expect.stringMatching(/^<\d+>$/)])
    })
    await store.deleteMany(['a'])
    expect(await admin.exists('a')).toBe(0)
    await store.close()
  })

  test('waits for its first connection also while it asks the Sentinel', async () => {
    const store = connect({ lazyConnect: true })
    expect(await store.readMany(['a'])).toEqual([undefined])
    await store.close()
  })

  test.each([
    { what: 'hears of failovers', options: { failoverDetector: true, disconnectTimeout: 10 } },
    { what: 'ends a connection that is silent', options: { socketTimeout: 200 } },
  ])('leaves a master that hangs, if its client $what', async ({ options }) => {
    const store = connect(options)
    await store.writeMany([write])
    redis.master.freeze()
    const hanging = store.readMany(['a']).catch(() => {})
    // It hangs on: nothing ends the old connection but the client.
    await redis.switchMaster()
    await eventually(() => isRight(store))
    await hanging
    await store.close()
  })

  test('leaves a master that was replaced, with its subscriber, if its client hears of failovers', async () => {
    const store = connect({ failoverDetector: true })
    const heard: BusMessage[] = []
    const end = (store.bus as Bus).subscribe((message) => heard.push(message))
    await redis.switchMaster()
    await eventually(async () => (await subscribers()) === 1)
    expect(heard).toContainEqual({ kind: 'gap' })
    await eventually(() => isRight(store))
    await store.leases?.invalidate([{ lease: 'lease', keys: ['a'] }])
    await eventually(() => heard.some((message) => message.kind === 'invalidated'))
    end()
    await store.close()
  })

  // A detector is a connection to each Sentinel, which ioredis can leave open; it is seldom that it does.
  test('gives its subscriber no failover detector, whatever its client has', async () => {
    const store = connect()
    const duplicate = client.duplicate.bind(client)
    const given: RedisOptions[] = []
    client.duplicate = (options) => {
      given.push(options as RedisOptions)
      return duplicate(options)
    }
    ;(store.bus as Bus).subscribe(() => {})
    await eventually(() => given.length === 1)
    expect(given).toEqual([expect.objectContaining({ failoverDetector: false })])
    await store.close()
  })

  test('hears news from the new master when the old one is lost', async () => {
    const store = connect()
    const heard: BusMessage[] = []
    ;(store.bus as Bus).subscribe((message) => heard.push(message))
    await redis.loseMaster()
    await eventually(async () => (await subscribers()) === 1)
    await eventually(() => store.leases?.invalidate([{ lease: 'lease', keys: ['a'] }]))
    await eventually(() => heard.some((message) => message.kind === 'invalidated'))
    // The news that came with the server's word that the subscription holds may be told first.
    await eventually(() => heard.some((message) => message.kind === 'gap'))
    await store.close()
  })

  test('law 11: closes while there is no master, and leaves the client as it was', async () => {
    const store = connect()
    const listeners = () => client.eventNames().map((name) => [name, client.listenerCount(name)])
    const before = listeners()
    ;(store.bus as Bus).subscribe(() => {})
    await store.readMany(['a'])
    await redis.master.kill()
    await eventually(() => client.status !== 'ready')
    await store.close()
    expect(listeners()).toEqual(before)
  })

  test('law 11: closes while the Sentinel does not answer', async () => {
    const store = connect()
    const duplicate = client.duplicate.bind(client)
    let subscriber: Redis | undefined
    client.duplicate = (options) => {
      subscriber = duplicate(options)
      return subscriber
    }
    ;(store.bus as Bus).subscribe(() => {})
    await eventually(() => subscriber?.status === 'ready')
    redis.sentinel.freeze()
    await redis.master.kill()
    await eventually(() => subscriber?.status === 'connecting')
    const began = performance.now()
    await store.close()
    expect(performance.now() - began).toBeLessThan(4_000)
  })
})
