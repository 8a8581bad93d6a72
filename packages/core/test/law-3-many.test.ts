/** Invalidations and primes of so many keys that they take more than one command. */
import { expect, test } from '@jest/globals'
import { barrier, hold } from '@larder/core/testing'
import { productLoader } from './support/product-loader.ts'

const ids = Array.from({ length: 2_500 }, (_, i) => `${i}`)
const last = '2499'

test('law 3: many take effect at once, before the first command is sent and its deadline begins', async () => {
  const { loader, source, store } = productLoader()
  source.rows.set(last, 'old')
  expect(await loader.load(last)).toBe('old')
  source.rows.set(last, 'new')
  const invalidating = loader.invalidateMany(ids)
  expect(store.calls('invalidate').length).toBe(0)
  const read = loader.load(last)

  expect((await invalidating).filter(Boolean).length).toBe(1)
  expect(await read).toBe('new')
  expect(store.calls('invalidate').map((keys) => keys.length)).toEqual([1_000, 1_000, 500])
})

test('law 3: what is invalidated, or primed again, before its turn to be primed is not written as it was', async () => {
  const { loader, source, store, clock } = productLoader()
  const others = productLoader({}, { clock, store })
  const way = barrier()
  store.inject(hold(way), 'prime')
  const priming = loader.primeMany(ids.map((id) => ({ id, value: 'older' })))
  await way.arrived(2)
  await loader.invalidate(last)
  const again = loader.prime('2498', 'younger')
  way.open()
  await Promise.all([priming, again])

  source.rows.set(last, 'new')
  others.source.rows.set(last, 'new')
  for (const reader of [others.loader, loader])
    expect(await reader.loadMany(['2497', '2498', last])).toEqual(['older', 'younger', 'new'])
})
