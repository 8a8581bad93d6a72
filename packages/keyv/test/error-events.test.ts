/** One cause, one `error` event of the Keyv. */
import { inspect } from 'node:util'
import { afterEach, describe, expect, test } from '@jest/globals'
import { memoryStore } from '@larder/core'
import { barrier, fail, faultyStore, loaderSpy, manualClock } from '@larder/core/testing'
import { type CreateKeyvOptions, createKeyv } from '@larder/keyv'

let made: { disconnect(): Promise<unknown> }[] = []

afterEach(async () => {
  await Promise.all(made.map((keyv) => keyv.disconnect()))
  made = []
})

function make<V>(options: CreateKeyvOptions<V>) {
  const keyv = createKeyv(options)
  made.push(keyv)
  const errors: Error[] = []
  keyv.on('error', (error) => errors.push(error as Error))
  return { keyv, errors }
}

const times = <T>(n: number, ask: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => ask(i)))
const down = new Error('the database is down')
const cooldown = { base: '10s', cap: '10s' } as const

describe('of loads', () => {
  test('one that fails for 500 gets of a key is one event, and so are the 500 that find it cooling down', async () => {
    const source = loaderSpy<string, number>()
    const asked = barrier()
    source.answer(async () => {
      await asked.pass()
      throw down
    })
    const { keyv, errors } = make({ load: source.load, clock: manualClock(), cooldown })
    const reads = times(500, () => keyv.get('key'))
    asked.open()
    expect(new Set(await reads)).toEqual(new Set([undefined]))
    expect(errors).toEqual([down])
    await times(500, () => keyv.get('key'))
    expect(errors.slice(1)).toMatchObject([{ code: 'LARDER_COOLING_DOWN' }])
    expect(source.calls).toHaveLength(1)
  })

  test('keys that cool down are one event for a getMany, and again for the next', async () => {
    const source = loaderSpy<string, number>()
    source.inject(fail(down))
    const { keyv, errors } = make({ load: source.load, clock: manualClock(), cooldown })
    const keys = Array.from({ length: 20 }, (_, i) => `${i}`)
    await keyv.getMany(keys)
    expect(errors).toEqual([down])
    await keyv.getMany(keys)
    await keyv.getMany(keys)
    expect(errors.slice(1).map(({ name }) => name)).toEqual(['CoolingDownError', 'CoolingDownError'])
  })

  test('each that fails is one, though it be with the same error', async () => {
    const clock = manualClock()
    const source = loaderSpy<string, number>()
    source.inject(fail(down))
    const { keyv, errors } = make({ load: source.load, clock, cooldown })
    await keyv.get('key')
    await clock.advance(30_000)
    await keyv.get('key')
    expect(errors).toEqual([down, down])
  })

  test('each key that is answered with an error of its own is one', async () => {
    const source = loaderSpy<string, number>([
      ['a', new Error('a alone')],
      ['b', new Error('b alone')],
      ['c', 1],
    ])
    const { keyv, errors } = make({ load: source.load, clock: manualClock() })
    expect(await keyv.getMany(['a', 'b', 'c', 'a'])).toEqual([undefined, undefined, 1, undefined])
    expect(errors.map(({ message }) => message)).toEqual(['a alone', 'b alone'])
  })

  test.each([
    ['throws', fail(down)],
    ['answers an error', async () => [down]],
  ])('a refresh that %s is one', async (_, failure) => {
    const clock = manualClock()
    let load = async (keys: readonly string[]): Promise<(number | Error)[]> => keys.map(() => 1)
    const { keyv, errors } = make<number>({
      load: (keys) => load(keys),
      clock,
      ttl: '10s',
      grace: '1h',
      jitter: 0,
      cooldown,
    })
    expect(await keyv.get('key')).toBe(1)
    await clock.advance(11_000)
    load = failure as typeof load
    expect(await keyv.get('key')).toBe(1)
    await clock.advance(0)
    expect(errors).toEqual([down])
    expect(await keyv.get('key')).toBe(1)
    await clock.advance(0)
    expect(errors).toEqual([down])
  })
})

describe('of what is not kept', () => {
  test('what load answers is one, once, and what is set is told by the set', async () => {
    const source = loaderSpy<string, unknown>([['key', { run: () => 'hunter2' }]])
    const { keyv, errors } = make({ load: source.load })
    expect(await keyv.set('other', () => 1).catch(() => false)).toBe(false)
    expect(errors.splice(0)).toMatchObject([{ code: 'LARDER_UNSTORABLE' }])
    for (let i = 0; i < 3; i++) await keyv.get('key')
    expect(source.calls).toHaveLength(3)
    expect(errors).toMatchObject([{ code: 'LARDER_UNSTORABLE', path: '.run' }])
    expect(errors[0]?.message).not.toContain('hunter2')
  })

  test('a legacy entry that is too large is one', async () => {
    const store = memoryStore()
    await store.writeMany([
      { key: 'old:key', before: `{"value":"${'x'.repeat(100)}`, after: '"}', life: 60_000 },
    ])
    const { keyv, errors } = make({ store, legacy: 'old:', maxValueBytes: 50 })
    expect(await keyv.get('key')).toMatch(/^xxx/)
    expect(errors).toMatchObject([{ code: 'LARDER_UNSTORABLE' }])
  })
})

describe('of entries', () => {
  const damaged = async (...keys: string[]) => {
    const store = memoryStore()
    await store.writeMany(
      keys.map((key) => ({ key: `keyv:{keyv//${key}}:v1`, before: 'hunter2', after: '', life: 60_000 })),
    )
    return store
  }

  test('one that is damaged is one, and says nothing of it', async () => {
    const { keyv, errors } = make({ store: await damaged('a') })
    expect(await Promise.all([keyv.get('a'), keyv.get('a'), keyv.get('b')])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(errors).toMatchObject([{ code: 'LARDER_KEYV_CORRUPT' }])
    expect(errors[0]?.message).not.toContain('hunter2')
  })

  test.each(['{"value": hunter2', '{"value":":bigint:hunter2"}', 'hunter2'])(
    'a legacy one that is %s is one, and shows nothing of it',
    async (text) => {
      const store = memoryStore()
      // A store puts its time between the two.
      const read = store.readMany
      store.readMany = async (keys) => (await read(keys)).map((it, i) => (keys[i] === 'old:key' ? text : it))
      const { keyv, errors } = make({ store, legacy: 'old:' })
      expect(await keyv.get('key')).toBeUndefined()
      expect(errors).toMatchObject([{ code: 'LARDER_KEYV_LEGACY' }])
      expect(inspect(errors[0])).not.toContain('hunter2')
    },
  )

  test('one that upgrade throws for is one for each key and turn', async () => {
    const store = memoryStore()
    const older = createKeyv({ store })
    await older.setMany(['a', 'b'].map((key) => ({ key, value: 1 })))
    const upgrade = {
      1: () => {
        throw new Error('cannot')
      },
    }
    const { keyv, errors } = make({ store, version: 2, upgrade })
    await Promise.all([keyv.get('a'), keyv.get('a'), keyv.getMany(['a', 'a'])])
    expect(errors.splice(0)).toMatchObject([{ message: 'cannot' }])
    await keyv.getMany(['a', 'b'])
    expect(errors).toMatchObject([{ message: 'cannot' }, { message: 'cannot' }])
  })
})

test('deletes that were never confirmed are one when the Keyv is closed', async () => {
  const store = faultyStore(memoryStore())
  const { keyv, errors } = make({ store })
  await keyv.set('key', 1)
  store.inject(fail(), 'invalidate')
  await keyv.delete('key').catch(() => {})
  errors.length = 0
  await keyv.disconnect()
  expect(errors).toMatchObject([{ code: 'LARDER_KEYV_LOST', ids: ['key'] }])
})
