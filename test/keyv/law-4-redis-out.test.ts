import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { loaderSpy } from '@larder/core/testing'
import { createKeyv, LarderKeyv } from '@larder/keyv'
import { redisStore } from '@larder/redis'
import { Keyv as Keyv5 } from 'keyv5'
import { until } from '../support/until.ts'
import { redisScene } from './support/scene.ts'
import { versions } from './support/versions.ts'

const scene = redisScene()
const STORE_TIMEOUT = 200
/** Far more than `storeTimeout`, and far less than for ever: machines are slow. */
const PATIENCE = 5_000

let unhandled: unknown[]
const note = (reason: unknown) => void unhandled.push(reason)

beforeEach(() => {
  unhandled = []
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
})

afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  process.off('uncaughtException', note)
  expect(unhandled).toEqual([])
})

function over<T extends { on(event: string, listener: (error: unknown) => void): unknown }>(keyv: T) {
  const errors: Error[] = []
  keyv.on('error', (error) => errors.push(error as Error))
  return { keyv, errors }
}

async function timed<T>(ask: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const answer = await ask()
  expect(performance.now() - began).toBeLessThan(PATIENCE)
  return answer
}

const storeOptions = () => ({
  store: redisStore(scene.client, { timeout: STORE_TIMEOUT }),
  storeTimeout: STORE_TIMEOUT,
})

describe.each(versions)('law 4: Redis is out, under Keyv $version', ({ version, Keyv }) => {
  const outages = [
    ['is gone', () => scene.server.kill(), () => scene.server.restart()],
    ['does not answer', async () => scene.server.freeze(), async () => scene.server.thaw()],
  ] as const

  test.each(outages)(
    'law 4: when it %s, a get answers undefined and tells; then all works again',
    async (_, out, back) => {
      const { keyv, errors } = over(new Keyv({ store: scene.closing(new LarderKeyv(storeOptions())) }))
      await until(() => keyv.set('key', 'value'))
      errors.length = 0
      await out()
      expect(await timed(() => keyv.get('key'))).toBeUndefined()
      expect(errors).toHaveLength(1)
      expect(await timed(() => keyv.getMany(['key', 'other']))).toEqual([undefined, undefined])
      expect(await timed(() => keyv.has('key'))).toBe(false)
      errors.length = 0
      expect(await timed(() => keyv.set('key', 'new'))).toBe(false)
      expect(errors).toMatchObject([{ code: 'LARDER_INVALIDATION_PENDING' }])
      errors.length = 0
      expect(await timed(() => keyv.delete('key'))).toBe(false)
      expect(errors).toMatchObject([{ code: 'LARDER_INVALIDATION_PENDING' }])
      await timed(() => keyv.clear())
      await back()
      // A delete that is made up for may still come behind the first set.
      await until(async () => (await keyv.set('key', 'newest')) && (await keyv.get('key')) === 'newest')
    },
  )

  test('nothing is thrown where nobody listens', async () => {
    const keyv = new Keyv({ store: scene.closing(new LarderKeyv(storeOptions())) })
    await scene.server.kill()
    expect(await timed(() => keyv.get('key'))).toBeUndefined()
    const set = keyv.set('key', 'value')
    if (version === 6) await expect(set).rejects.toMatchObject({ code: 'LARDER_INVALIDATION_PENDING' })
    else expect(await set).toBe(false)
    await scene.server.restart()
    await until(() => keyv.set('key', 'value').catch(() => false))
  })
})

test('Keyv 5 with throwOnErrors: a set and a delete reject, and a get is undefined', async () => {
  const keyv = new Keyv5({
    store: scene.closing(new LarderKeyv(storeOptions())),
    throwOnErrors: true,
  })
  await scene.server.kill()
  const pending = { code: 'LARDER_INVALIDATION_PENDING' }
  await expect(keyv.set('key', 'value')).rejects.toMatchObject(pending)
  await expect(keyv.delete('key')).rejects.toMatchObject(pending)
  expect(await timed(() => keyv.get('other'))).toBeUndefined()
  await scene.server.restart()
  await until(() => keyv.set('key', 'value').catch(() => false))
})

test('law 4: with load, a get answers what is loaded', async () => {
  const source = loaderSpy([['key', 'loaded']])
  const { keyv, errors } = over(scene.closing(createKeyv({ ...storeOptions(), load: source.load })))
  scene.server.freeze()
  expect(await timed(() => keyv.get('key'))).toBe('loaded')
  expect(errors.length).toBeGreaterThan(0)
  scene.server.thaw()
  await until(async () => {
    const { length } = source.calls
    return (await keyv.get('key')) === 'loaded' && source.calls.length === length
  })
})
