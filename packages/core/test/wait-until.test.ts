import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, jest, test } from '@jest/globals'
import { barrier, hold } from '@larder/core/testing'
import { productLoader } from './support/product-loader.ts'

/** A host that freezes a process once it has responded, unless it is told to wait. */
function host() {
  const work: Promise<void>[] = []
  return { work, waitUntil: (promise: Promise<void>) => void work.push(promise) }
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  await new Promise((resolve) => setImmediate(resolve))
  return Promise.race([promise.then(() => true), Promise.resolve().then(() => false)])
}

describe('waitUntil', () => {
  test('is given a refresh by the time its reader has been served, until it is filled', async () => {
    const { work, waitUntil } = host()
    const { loader, clock, source, store } = productLoader({}, { waitUntil, near: { ttl: '1m' } })
    for (let i = 0; i < 2; i++) await loader.load('a')
    await clock.advance(10_000)
    work.length = 0
    const slow = barrier()
    source.inject(hold(slow))

    // From near: no turn of the event loop has passed when it is served.
    await loader.load('a')
    expect(work.length).toBe(1)
    await slow.arrived()
    expect(await isSettled(Promise.all(work))).toBe(false)
    slow.open()
    await Promise.all(work)
    expect(store.calls('fill').length).toBe(2)
  })

  test('is given a fill, which a reader does not wait for', async () => {
    const { work, waitUntil } = host()
    const { loader, store } = productLoader({}, { waitUntil })
    const slow = barrier()
    store.inject(hold(slow), 'fill')
    await loader.load('a')
    expect(await isSettled(Promise.all(work))).toBe(false)
    slow.open()
    await Promise.all(work)
  })

  test('is given nothing for a hit', async () => {
    const { work, waitUntil } = host()
    const { loader, clock } = productLoader({}, { waitUntil })
    await loader.load('a')
    await clock.advance(0)
    work.length = 0
    await loader.load('a')
    expect(work).toEqual([])
  })

  test('is called in the context of the reader, for the load and for what follows it', async () => {
    const request = new AsyncLocalStorage<string>()
    const contexts: (string | undefined)[] = []
    const { loader } = productLoader({}, { waitUntil: () => void contexts.push(request.getStore()) })
    await request.run('this request', () => loader.load('a'))
    expect(contexts.length).toBeGreaterThan(0)
    expect(new Set(contexts)).toEqual(new Set(['this request']))
  })

  test('is given promises that never reject', async () => {
    const { work, waitUntil } = host()
    const { loader, source } = productLoader({}, { waitUntil })
    source.rows.set('a', new Error('no such row'))
    await loader.load('a').catch(() => {})
    expect(await Promise.all(work)).toEqual(work.map(() => undefined))
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('there is no request')
      },
    ],
    ['rejects', () => Promise.reject(new Error('there is no request'))],
  ])('harms nothing when it %s: Node warns of it', async (_, waitUntil) => {
    const emitWarning = jest.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const { loader, clock } = productLoader({}, { waitUntil })
    expect(await loader.load('a')).toBe('old a')
    await clock.advance(0)
    expect(emitWarning.mock.calls).toContainEqual(['waitUntil threw: there is no request', 'LarderWarning'])
    emitWarning.mockRestore()
  })
})
