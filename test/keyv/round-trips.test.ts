import { beforeEach, describe, expect, test } from '@jest/globals'
import { systemClock } from '@larder/core'
import type { Keyv } from 'keyv6'
import { sentToNodes } from '../fleet/support/sent-to-nodes.ts'
import { redisScene } from './support/scene.ts'
import { versions } from './support/versions.ts'

/** No second passes for the store, however busy the machine: the server's time is asked for once. */
const clock = { ...systemClock, monotonic: () => 0 }
const HOUR = 3_600_000
/** More than a test takes. */
const MINUTE = 60_000

const scene = redisScene()

const keys = Array.from({ length: 10 }, (_, i) => `key ${i}`)

async function sent(run: () => Promise<unknown>) {
  const [{ commands, roundTrips } = { commands: [], roundTrips: 0 }] = await sentToNodes([scene.server], run)
  return { names: commands.map(([name]) => name), commands, roundTrips }
}

describe.each(versions)('what LarderKeyv under Keyv $version sends', ({ Keyv }) => {
  let keyv: Keyv

  beforeEach(async () => {
    const store = scene.store({ clock })
    keyv = new Keyv({ store: scene.adapter({ store, jitter: 0.5 }), namespace: 'shop' })
    // Redis knows the scripts afterwards, and the store Redis's time.
    await keyv.setMany(keys.map((key) => ({ key, value: key, ttl: HOUR })))
    await keyv.delete('none')
  })

  const lifetimes = async () => {
    const stored = (await scene.client.keys('*')).filter((key) => key.endsWith('v1'))
    return Promise.all(stored.map((key) => scene.client.pttl(key)))
  }

  test('100 gets of 10 keys in one tick: one MGET of 10 keys', async () => {
    const asked = Array.from({ length: 100 }, (_, i) => keys[i % 10] as string)
    let answers: unknown
    const { commands } = await sent(async () => {
      answers = await Promise.all(asked.map((key) => keyv.get(key)))
    })
    expect(commands).toEqual([['mget', ...keys.map(() => expect.any(String))]])
    expect(answers).toEqual(asked)
  })

  test('getMany: one MGET', async () => {
    const { names } = await sent(() => keyv.getMany([...keys, 'absent']))
    expect(names).toEqual(['mget'])
  })

  test('hasMany: one MGET', async () => {
    const { names } = await sent(async () =>
      expect(await keyv.hasMany(['key 1', 'absent'])).toEqual([true, false]),
    )
    expect(names).toEqual(['mget'])
  })

  test('setMany: one script for all', async () => {
    const { names } = await sent(() => keyv.setMany(keys.map((key) => ({ key, value: 'new' }))))
    expect(names).toEqual(['eval'])
    expect(await keyv.getMany(keys)).toEqual(keys.map(() => 'new'))
  })

  test('deleteMany: one script for all', async () => {
    const { names } = await sent(() => keyv.deleteMany(keys))
    expect(names).toEqual(['eval'])
    expect(await keyv.getMany(keys)).toEqual(keys.map(() => undefined))
  })

  test('set, delete and get: one command each', async () => {
    expect((await sent(() => keyv.set('one', 1))).names).toEqual(['eval'])
    expect((await sent(() => keyv.get('one'))).names).toEqual(['mget'])
    expect((await sent(() => keyv.delete('one'))).names).toEqual(['eval'])
  })

  test('set keeps its ttl exactly', async () => {
    await keyv.clear()
    await Promise.all(keys.map((key) => keyv.set(key, 'value', HOUR)))
    const lives = await lifetimes()
    expect(lives).toHaveLength(10)
    for (const life of lives) {
      expect(life).toBeGreaterThan(HOUR - MINUTE)
      expect(life).toBeLessThanOrEqual(HOUR)
    }
  })

  test('law 10: what setMany writes has lifetimes of its own, none longer than asked for', async () => {
    await keyv.clear()
    await keyv.setMany(Array.from({ length: 200 }, (_, i) => ({ key: `${i}`, value: i, ttl: HOUR })))
    const lives = await lifetimes()
    expect(lives).toHaveLength(200)
    expect(Math.max(...lives)).toBeLessThanOrEqual(HOUR)
    expect(Math.min(...lives)).toBeGreaterThan(HOUR / 2 - MINUTE)
    expect(Math.max(...lives) - Math.min(...lives)).toBeGreaterThan(HOUR / 4)
    expect(new Set(lives).size).toBeGreaterThan(100)
  })

  test('without a ttl an entry stays for more than 80 years', async () => {
    await keyv.clear()
    await keyv.set('one', 1)
    const [life] = await lifetimes()
    expect(life).toBeGreaterThan(80 * 365 * 24 * HOUR)
  })
})
