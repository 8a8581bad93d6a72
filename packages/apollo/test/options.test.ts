import { expect, test } from '@jest/globals'
import { OptionError } from '@larder/core'
import DataLoader from 'dataloader'
import { larder, withLoaders } from '../src/index.ts'
import { createShop } from './support/shop.ts'

/** What `larder` says to options that its types would refuse. */
function refusal(options: object): unknown {
  const { cache, loaders } = createShop()
  try {
    return larder({ cache, loaders, ...options })
  } catch (error) {
    expect(error).toBeInstanceOf(OptionError)
    return (error as OptionError).message
  }
}

test('an unknown option is refused, and the known ones are named', () => {
  expect(refusal({ raport: true })).toBe(
    'larder: expected the options cache, loaders, resolvers, contextKey, report, hints, past, invalidationTimeout, warm, ' +
      'received "raport". There is no such option.',
  )
})

test('loaders that are not Larder loaders are refused by name', () => {
  const plain = new DataLoader(async (ids: readonly string[]) => ids)
  expect(refusal({ loaders: { plain } })).toBe(
    'larder: loaders.plain: expected a loader made by cache.loader, received an object (DataLoader).',
  )
  expect(refusal({ loaders: { nothing: undefined } })).toMatch(/loaders\.nothing: .* received undefined/)
  expect(refusal({ loaders: undefined })).toMatch(
    /loaders: expected an object of loaders, received undefined/,
  )
  expect(refusal({ loaders: [] })).toMatch(/loaders: .* received an array/)
  expect(() => withLoaders({ plain } as never, {})).toThrow(/withLoaders: loaders\.plain/)
})

test('a loader under two names is refused: it would have two memos', () => {
  const { products } = createShop().loaders
  expect(refusal({ loaders: { products, goods: products } })).toMatch(/loaders\.goods: .* not products too/)
})

test('wrong values are refused', () => {
  expect(refusal({ cache: {} })).toMatch(/cache: expected a cache made by createCache/)
  expect(refusal({ cache: undefined })).toMatch(/cache: .* received undefined/)
  expect(refusal({ report: 'yes' })).toMatch(/report: expected true or false/)
  expect(refusal({ hints: 'yes' })).toMatch(/hints: expected true or false/)
  expect(refusal({ past: 'fresh' })).toMatch(/past: expected a function of the operation/)
  expect(refusal({ contextKey: '' })).toMatch(/contextKey: expected a name/)
  expect(refusal({ invalidationTimeout: 'soon' })).toMatch(/invalidationTimeout: expected milliseconds/)
  expect(refusal({ warm: true })).toMatch(/warm: expected { hot, within }/)
  expect(refusal({ warm: {} })).toMatch(/warm\.hot: expected a whole number from 1, received undefined/)
  expect(refusal({ warm: { hot: 0 } })).toMatch(/warm\.hot: .* received 0/)
  expect(refusal({ warm: { hot: 1, within: 0 } })).toMatch(/warm\.within: expected milliseconds/)
  expect(refusal({ warm: { hot: 1, cold: 2 } })).toMatch(/warm: expected the options hot, within/)
})
