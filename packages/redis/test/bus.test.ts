import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { BusMessage, Store } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { eventually } from '@larder/test/until'
import { Redis } from 'ioredis'
import { entity, targetOf } from './support/entities.ts'

const timeout = '4s'
const gap = { kind: 'gap' }

describe('the news from one server', () => {
  let server: RedisServer
  let store: Store
  let heard: BusMessage[]

  beforeEach(async () => {
    server = await startRedis()
    store = redisStore(server.url, { timeout })
    heard = []
    // An attempt that fails meanwhile is told once, as a gap with its error.
    store.bus?.subscribe((message) => 'error' in message || heard.push(message))
  })

  afterEach(async () => {
    await store.close()
    await server.stop()
  })

  test('begin with a gap, once they are heard: what came before has been missed', async () => {
    await eventually(() => heard.length > 0)
    const target = targetOf(entity())
    await store.leases?.invalidate([target])
    await eventually(() => heard.length > 1)
    expect(heard).toEqual([gap, { kind: 'invalidated', lease: target.lease }])
  })

  test('have a gap where the connection is lost, and another one where they are heard again', async () => {
    await eventually(() => heard.length > 0)
    const admin = new Redis(server.options)
    await admin.client('KILL', 'TYPE', 'PUBSUB')
    await eventually(() => heard.length > 2)
    const target = targetOf(entity())
    await store.leases?.invalidate([target])
    await eventually(() => heard.length > 3)
    expect(heard).toEqual([gap, gap, gap, { kind: 'invalidated', lease: target.lease }])
    admin.disconnect()
  })

  test('have no more gaps while there is no server to be connected to', async () => {
    await eventually(() => heard.length > 0)
    await server.kill()
    await eventually(() => heard.length > 1)
    await eventually(() => expect(store.readMany(['a'])).rejects.toMatchObject({ status: 'reconnecting' }))
    await server.restart()
    await eventually(() => heard.length > 2)
    expect(heard).toEqual([gap, gap, gap])
  })

  test('are heard though the client handed in gives up when it loses its connection', async () => {
    const client = new Redis({ ...server.options, retryStrategy: null })
    client.on('error', () => {})
    const fragile = redisStore(client, { timeout })
    const gaps: BusMessage[] = []
    fragile.bus?.subscribe((message) => gaps.push(message))
    await eventually(() => gaps.length > 0)
    await server.restart()
    await eventually(() => gaps.length > 2)
    await fragile.close()
    client.disconnect()
  })

  test('end where the store is closed, while it waits to connect again too', async () => {
    await eventually(() => heard.length > 0)
    await server.kill()
    await eventually(() => heard.length > 1)
    await store.close()
    await server.restart()
    expect(heard).toEqual([gap, gap])
  })
})
