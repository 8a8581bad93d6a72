import { describe, expect, test } from '@jest/globals'
import { LarderKeyv } from '@larder/keyv'
import { until } from '../support/until.ts'
import { redisScene } from './support/scene.ts'
import { versions } from './support/versions.ts'

const scene = redisScene()

/** Connections that Redis has, but for the one that asks. */
const connections = async () => {
  const clients = String(await scene.client.client('LIST'))
  return clients.trim().split('\n').length - 1
}

describe.each(versions)('law 11: disconnect under Keyv $version', ({ Keyv }) => {
  test('law 11: leaves a client open that was handed in', async () => {
    const keyv = new Keyv({ store: scene.adapter() })
    await keyv.set('key', 'value')
    await keyv.disconnect()
    expect(await scene.client.ping()).toBe('PONG')
    expect(await connections()).toBe(0)
  })

  test('law 11: closes a connection of its own, and can be called again', async () => {
    const adapter = scene.closing(new LarderKeyv({ url: scene.server.url, storeTimeout: '4s' }))
    const keyv = new Keyv({ store: adapter, namespace: 'shop' })
    expect(await keyv.set('key', 'value')).toBe(true)
    expect(await keyv.get('key')).toBe('value')
    const keys: unknown[] = []
    for await (const [key] of keyv.iterator?.() ?? []) keys.push(key)
    expect(keys).toEqual(['key'])
    expect(await connections()).toBeGreaterThan(0)
    await Promise.all([keyv.disconnect(), keyv.disconnect()])
    await keyv.disconnect()
    await until(async () => (await connections()) === 0)
  })

  test('with a url it connects only when it is used', async () => {
    const keyv = new Keyv({ store: new LarderKeyv({ url: 'redis://127.0.0.1:1' }) })
    await keyv.disconnect()
  })
})
