import { describe, expect, jest, test } from '@jest/globals'
import { StoreError } from '@larder/core'
import { fail, hang, type StoreOperation } from '@larder/core/testing'
import { productLoader } from './support/product-loader.ts'

const noConnection = new Error('no connection')

describe('the source’s errors', () => {
  test('law 8: are not stored: the next load after the cool-down gives the value', async () => {
    const { loader, clock, source, store } = productLoader({ cooldown: { base: 100 } })
    source.rows.set('a', noConnection)
    expect(await loader.loadMany(['a', 'b'])).toEqual([noConnection, 'old b'])
    expect(await store.readMany(['shop:{product//a}:v1'])).toEqual([undefined])
    source.rows.set('a', 'new a')
    await clock.advance(100)

    expect(await loader.load('a')).toBe('new a')
    expect(await loader.load('a')).toBe('new a')
    expect(source.calls.length).toBe(2)
  })
})

describe('a store that fails', () => {
  const failing = (...operations: StoreOperation[]) => {
    const made = productLoader()
    made.store.inject(fail(noConnection), ...operations)
    return { ...made, errors: made.record('store-error') }
  }

  test('law 8: never fails a read; while it does not answer, one command is all it is asked', async () => {
    const { loader, store, source, errors, commandsOf } = failing()
    store.injectEverywhere(fail(noConnection))
    const commands = await commandsOf(async () => {
      expect(await loader.loadMany(['a', 'b', 'x'])).toEqual(['old a', 'old b', null])
    })

    expect(commands).toEqual({ readMany: 1 })
    expect(source.calls.length).toBe(1)
    expect(errors).toEqual([{ operation: 'read', error: expect.any(StoreError) }])
    expect(errors[0]?.error).toMatchObject({ code: 'LARDER_STORE', cause: noConnection })
  })

  const ONE_FAILS: readonly (readonly [StoreOperation, Record<string, number>, number])[] = [
    ['readMany', { readMany: 1 }, 2],
    ['acquire', { readMany: 1, acquire: 1 }, 2],
    ['fill', { readMany: 1, acquire: 1, fill: 1, release: 1 }, 1],
  ]
  test.each(ONE_FAILS)(
    'law 8: a failing %s alone does not fail a read either',
    async (operation, commands) => {
      const { loader, store, errors, commandsOf, source, clock } = failing(operation)
      expect(await commandsOf(async () => expect(await loader.load('a')).toBe('old a'))).toEqual(commands)
      expect(errors.length).toBe(1)
      expect(source.calls.length).toBe(1)

      store.heal()
      // A fill that failed leaves its lease, until that ends.
      await clock.advance(4000)
      expect(await loader.load('a')).toBe('old a')
      expect(await loader.load('a')).toBe('old a')
      expect(source.calls.length).toBe(2)
    },
  )

  test('law 8: nor does it where the load fails too: the error is the source’s', async () => {
    const { loader, source } = failing('acquire', 'fail', 'release')
    source.inject(fail(new Error('no database')))

    await expect(loader.load('a')).rejects.toThrow('no database')
  })

  test('law 8: nor by throwing instead of rejecting', async () => {
    const { loader, store, errors } = failing()
    store.injectEverywhere(() => {
      throw noConnection
    })

    expect(await loader.load('a')).toBe('old a')
    expect(errors.length).toBe(1)
  })

  const CARELESS: readonly (readonly [string, () => unknown, string])[] = [
    [
      'throws',
      () => {
        throw new Error('oops')
      },
      'threw: oops',
    ],
    ['rejects', () => Promise.reject(new Error('oops')), 'threw: oops'],
    [
      'throws what cannot be printed',
      () => {
        throw Object.create(null)
      },
      'threw: what is no Error',
    ],
  ]
  test.each(CARELESS)(
    'law 8: nor by a listener that %s: Node warns of it, and the others hear',
    async (...row) => {
      const [, listener, message] = row
      const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => {})
      const { cache, loader } = failing('readMany')
      cache.on('store-error', listener as () => void)
      let heard = 0
      cache.on('store-error', () => heard++)

      expect(await loader.load('a')).toBe('old a')
      expect(heard).toBe(1)
      expect(warn.mock.calls).toEqual([[`A listener for "store-error" ${message}`, 'LarderWarning']])
      warn.mockRestore()
    },
  )

  test('law 8: a stale value is served as long as the store can be read', async () => {
    const { loader, clock, store, source, change } = productLoader()
    await loader.load('a')
    await clock.advance(10_000)
    change()
    store.inject(hang(), 'acquire')
    store.inject(fail(noConnection), 'fill', 'fail', 'release')

    expect(await loader.load('a')).toBe('old a')
    await clock.advance(250)
    expect(await loader.load('a')).toBe('old a')
    expect(source.calls.length).toBe(1)
    await clock.advance(250)
    expect(clock.timers).toBe(0)
  })
})
