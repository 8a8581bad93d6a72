import { describe, expect, test } from '@jest/globals'
import { redisScene } from './support/scene.ts'
import { versions } from './support/versions.ts'

const scene = redisScene()

describe.each(versions)('the namespaces of LarderKeyv under Keyv $version', ({ Keyv }) => {
  const keyvIn = (namespace: string | undefined) =>
    new Keyv({ store: scene.adapter(), namespace: namespace as never, useKeyPrefix: true } as object)

  test.each(['a*', '[x]', '?', 'a\\', 'a:b', '{a}', 'ü/%'])(
    'clear of %j touches nothing else',
    async (glob) => {
      const cleared = keyvIn(glob)
      const others = ['abc', 'x', 'y', 'a', undefined, `${glob}${glob}`].map(keyvIn)
      await Promise.all([cleared, ...others].map((keyv) => keyv.set('key', 'value')))
      await scene.client.set('of another application', 'value')
      await cleared.clear()
      expect(await cleared.get('key')).toBeUndefined()
      expect(await Promise.all(others.map((keyv) => keyv.get('key')))).toEqual(others.map(() => 'value'))
      expect(await scene.client.get('of another application')).toBe('value')
    },
  )

  test('adapters of other cache namespaces keep their entries apart', async () => {
    const [one, other] = ['one', 'other'].map(
      (namespace) => new Keyv({ store: scene.adapter({ namespace }) }),
    )
    await one?.set('key', 1)
    await other?.set('key', 2)
    await other?.clear()
    expect([await one?.get('key'), await other?.get('key')]).toEqual([1, undefined])
  })

  test('two Keyvs with the same namespaces share what is in Redis', async () => {
    await keyvIn('shop').set('key', 'value')
    expect(await keyvIn('shop').get('key')).toBe('value')
  })

  test('the iterator goes over thousands of keys, and those of its namespace alone', async () => {
    const keyv = keyvIn('many')
    const entries = Array.from({ length: 5_000 }, (_, i) => ({ key: `key ${i}`, value: i }))
    await keyv.setMany(entries)
    await keyvIn('few').set('key', 'value')
    const found = new Map<string, unknown>()
    for await (const [key, value] of keyv.iterator?.() ?? []) found.set(key as string, value)
    expect(found).toEqual(new Map(entries.map(({ key, value }) => [key, value])))
  })
})
