import { expect, test } from '@jest/globals'
import { OptionError } from '@larder/core'
import { barrier, hold } from '@larder/core/testing'
import { productLoader } from './support/product-loader.ts'

test('law 3: what a lagging replica still says is given to who asks, and not stored', async () => {
  const { loader, clock, change, source } = productLoader({ holdAfterInvalidate: '2s' })
  await loader.load('a')
  await loader.invalidate('a')

  expect(await loader.load('a')).toBe('old a')
  change()
  expect(await loader.load('a')).toBe('new a')
  await clock.advance(2_000)
  expect(await loader.load('a')).toBe('new a')
  expect(await loader.load('a')).toBe('new a')
  expect(source.countOf('a')).toBe(4)
})

test('law 1: reads that overlap share a load meanwhile', async () => {
  const { loader, source, clock } = productLoader({ holdAfterInvalidate: '2s' })
  await loader.invalidate('a')
  const held = barrier()
  source.inject(hold(held))
  const first = loader.load('a')
  await clock.advance(0)
  const second = loader.load('a')
  await clock.advance(0)
  held.open()

  expect(await Promise.all([first, second])).toEqual(['old a', 'old a'])
  expect(source.countOf('a')).toBe(1)
})

test('other keys are stored', async () => {
  const { loader, source } = productLoader({ holdAfterInvalidate: '2s' })
  await loader.invalidate('a')
  await loader.load('b')
  await loader.load('b')
  expect(source.countOf('b')).toBe(1)
})

test('a hold that is no duration is refused', () => {
  expect(() => productLoader({ holdAfterInvalidate: -1 })).toThrow(OptionError)
})
