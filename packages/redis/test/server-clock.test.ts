import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type Store, systemClock } from '@larder/core'
import { type ManualClock, manualClock } from '@larder/core/testing'
import { redisStore } from '@larder/redis'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { ServerClock } from '../src/server-clock.ts'

describe('the server’s clock', () => {
  let clock: ManualClock
  let ahead: number
  let serverClock: ServerClock
  let asked: number
  /** Of the next samples: the way there and the way back, in ms. */
  let way: readonly [there: number, back: number]

  beforeEach(() => {
    clock = manualClock()
    ahead = 300_000
    asked = 0
    way = [1, 1]
    serverClock = new ServerClock(clock, async () => {
      asked++
      const [there, back] = way
      await clock.advance(there)
      const time = clock.now() + ahead
      await clock.advance(back)
      return time
    })
  })

  const error = () => serverClock.now() - (clock.now() + ahead)

  async function sampleBy(...ms: readonly [there: number, back: number]) {
    way = ms
    await serverClock.sample()
  }

  test('is the process’s own until it has been asked for', async () => {
    expect(serverClock.isKnown).toBe(false)
    expect(serverClock.now()).toBe(clock.now())
    await serverClock.sample()
    expect(serverClock.isKnown).toBe(true)
    expect(error()).toBe(0)
  })

  test('is taken to be asked in the middle of the round trip', async () => {
    await sampleBy(10, 10)
    expect(error()).toBe(0)
    await sampleBy(0, 6)
    expect(error()).toBe(-3)
  })

  test('may be wrong by half of a round trip, and by more the longer ago that was', async () => {
    expect(serverClock.uncertainty).toBe(Number.POSITIVE_INFINITY)
    await sampleBy(10, 10)
    expect(serverClock.uncertainty).toBe(10)
    await clock.advance(10_000)
    expect(serverClock.uncertainty).toBe(15)
    await sampleBy(0, 6)
    expect(serverClock.uncertainty).toBe(3)
    expect(Math.abs(error())).toBeLessThanOrEqual(3)
  })

  test('may be wrong by no more than a younger sample allows, though an older one counts', async () => {
    await sampleBy(1, 1)
    await clock.advance(40_000)
    expect(serverClock.uncertainty).toBe(21)
    await sampleBy(2, 2)
    expect(serverClock.uncertainty).toBe(2)
    await sampleBy(4, 0)
    expect(serverClock.uncertainty).toBe(4)
    expect(Math.abs(error())).toBeLessThanOrEqual(serverClock.uncertainty)
  })

  test('is that of the shortest round trip', async () => {
    await sampleBy(2, 0)
    expect(error()).toBe(1)
    await sampleBy(0, 40)
    expect(error()).toBe(1)
    await sampleBy(1, 1)
    expect(error()).toBe(0)
  })

  test('is that of the shortest round trip of the last minute only', async () => {
    await sampleBy(2, 0)
    await clock.advance(30_000)
    await sampleBy(0, 10)
    await clock.advance(20_000)
    await sampleBy(0, 20)
    expect(error()).toBe(1)
    await clock.advance(15_000)
    await sampleBy(0, 20)
    expect(error()).toBe(-5)
    await clock.advance(30_000)
    await sampleBy(0, 40)
    expect(error()).toBe(-10)
  })

  test('is believed at once when it has been set, or when it is another server’s', async () => {
    await sampleBy(1, 1)
    ahead = -20_000
    await sampleBy(50, 50)
    expect(error()).toBe(0)
  })

  test('goes on between samples, and does not follow when the process’s clock is set', async () => {
    await serverClock.sample()
    const before = serverClock.now()
    await clock.advance(5_000)
    expect(serverClock.now() - before).toBe(5_000)
  })

  test('is asked for at most once a second', async () => {
    const refresh = async () => {
      serverClock.refresh()
      await clock.advance(0)
    }
    await refresh()
    await refresh()
    expect(asked).toBe(1)
    await clock.advance(997)
    await refresh()
    expect(asked).toBe(1)
    await clock.advance(1)
    await refresh()
    expect(asked).toBe(2)
    expect(clock.timers).toBe(0)
  })

  test('stays what it was when it cannot be asked for', async () => {
    await serverClock.sample()
    const refused = new ServerClock(clock, () => Promise.reject(new Error('refused')))
    refused.refresh()
    await clock.advance(0)
    expect(refused.now()).toBe(clock.now())
    await expect(refused.sample()).rejects.toThrow('refused')
  })
})

describe('a process whose clock is minutes off', () => {
  const off = -5 * 60_000
  const clock = { ...systemClock, now: () => Date.now() + off }
  let server: RedisServer
  let store: Store

  beforeEach(async () => {
    server = await startRedis()
    store = redisStore(server.url, { clock, timeout: '4s' })
  })

  afterEach(async () => {
    await store.close()
    await server.stop()
  })

  test('reads the time by the server’s', async () => {
    expect(Math.abs(store.now() - Date.now() - off)).toBeLessThan(1_000)
    await store.readMany(['a'])
    expect(Math.abs(store.now() - Date.now())).toBeLessThan(1_000)
  })

  test('stamps even its first write by the server’s', async () => {
    await store.writeMany([{ key: 'a', before: '', after: '', life: 60_000 }])
    const [stamp] = await store.readMany(['a'])
    expect(Math.abs(Number(stamp) - Date.now())).toBeLessThan(1_000)
  })
})
