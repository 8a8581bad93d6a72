/** Waiting for what goes on behind the scenes. */
import { expect, test } from '@jest/globals'
import { barrier, hold } from '@larder/core/testing'
import { productLoader } from './support/product-loader.ts'

test('a cache is settled once refreshes and what they have begun have ended', async () => {
  const { cache, loader, clock, source, store } = productLoader()
  await cache.settled()
  await loader.load('a')
  await cache.settled()
  expect(store.calls('fill').length).toBe(1)

  await clock.advance(10_000)
  const [loading, filling] = [barrier(), barrier()]
  source.inject(hold(loading))
  store.inject(hold(filling), 'fill')
  await loader.load('a')
  const steps: string[] = []
  const settled = cache.settled().then(() => steps.push('settled'))
  await loading.arrived()
  loading.open()
  await filling.arrived()
  await clock.advance(0)
  steps.push('filled')
  filling.open()
  await settled

  expect(steps).toEqual(['filled', 'settled'])
  expect(clock.timers).toBe(0)
})

test('law 11: a cache that is closed is settled', async () => {
  const { cache, loader } = productLoader()
  await loader.load('a')
  await cache.close()
  await cache.settled()
})
