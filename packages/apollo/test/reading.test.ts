import { expect, test } from '@jest/globals'
import { barrier, hold } from '@larder/core/testing'
import { serve } from './support/serve.ts'
import { createShop } from './support/shop.ts'

const withMakers = '{ products(ids: ["1", "2", "3"]) { name maker { name } } }'

test('a list and its nested objects cost one load per loader', async () => {
  const shop = createShop()
  const { ask } = await serve(shop)

  expect(await ask(withMakers)).toEqual({
    data: {
      products: [
        { name: 'Flour', maker: { name: 'The Mill' } },
        { name: 'Bran', maker: { name: 'The Mill' } },
        { name: 'Honey', maker: { name: 'The Bees' } },
      ],
    },
  })
  expect(shop.products.calls.map(({ ids }) => ids)).toEqual([['1', '2', '3']])
  expect(shop.makers.calls.map(({ ids }) => ids)).toEqual([['mill', 'bees']])
})

test('a second request costs no load', async () => {
  const shop = createShop()
  const { ask } = await serve(shop)
  const first = await ask(withMakers)

  expect(await ask(withMakers)).toEqual(first)
  expect(shop.products.calls).toHaveLength(1)
  expect(shop.makers.calls).toHaveLength(1)
})

test('aliases and duplicates are one key', async () => {
  const shop = createShop()
  const { ask } = await serve(shop)

  const { data } = await ask(
    '{ a: product(id: "1") { name } b: product(id: "1") { name } products(ids: ["1", "1"]) { name } }',
  )
  const flour = { name: 'Flour' }
  expect(data).toEqual({ a: flour, b: flour, products: [flour, flour] })
  expect(shop.products.calls.map(({ ids }) => ids)).toEqual([['1']])
})

test('42 and "42" are one key', async () => {
  const shop = createShop()
  const { ask } = await serve(shop)

  const { data } = await ask(
    '{ number: productByNumber(number: 42) { name } text: product(id: "42") { name } }',
  )
  expect(data).toEqual({ number: { name: 'Towel' }, text: { name: 'Towel' } })
  expect(shop.products.calls.map(({ ids }) => ids)).toEqual([['42']])
})

test('an ID that does not exist is null, and is not asked for again', async () => {
  const shop = createShop()
  const { ask } = await serve(shop)

  expect(await ask('{ product(id: "none") { name } }')).toEqual({ data: { product: null } })
  expect(await ask('{ product(id: "none") { name } }')).toEqual({ data: { product: null } })
  expect(shop.products.countOf('none')).toBe(1)
})

test('an error is that of one field; its siblings are answered', async () => {
  const shop = createShop()
  shop.products.rows.set('2', new Error('row 2 is broken'))
  const { ask } = await serve(shop)

  const { data, errors } = await ask(withMakers)
  expect(data).toMatchObject({ products: [{ name: 'Flour' }, null, { name: 'Honey' }] })
  expect(errors).toMatchObject([{ message: 'row 2 is broken', path: ['products', 1] }])
})

test('an error of Larder has its code in the response', async () => {
  const shop = createShop()
  shop.products.rows.set('2', new Error('row 2 is broken'))
  const { ask } = await serve(shop)
  await ask(withMakers)

  const { data, errors } = await ask(withMakers)
  expect(data).toMatchObject({ products: [{ name: 'Flour' }, null, { name: 'Honey' }] })
  expect(errors).toMatchObject([{ path: ['products', 1], extensions: { code: 'LARDER_COOLING_DOWN' } }])
  expect(errors?.[0]?.message).toContain('the last load of this key failed')
})

test('a key that cannot be one fails its own slot', async () => {
  const shop = createShop()
  const { ask } = await serve(shop)

  const { data, errors } = await ask('{ products(ids: ["1", ""]) { name } product(id: "") { name } }')
  expect(data).toEqual({ products: [{ name: 'Flour' }, null], product: null })
  const invalid = { extensions: { code: 'LARDER_KEY' } }
  expect(errors).toHaveLength(2)
  expect(errors).toMatchObject([invalid, invalid])
})

test('when the whole load fails, each of its fields does', async () => {
  const shop = createShop()
  shop.makers.answer(() => ['too short'])
  const { ask } = await serve(shop)

  const { data, errors } = await ask(withMakers)
  expect(data).toMatchObject({ products: [{ maker: null }, { maker: null }, { maker: null }] })
  expect(errors).toHaveLength(3)
  expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(Array(3).fill('LARDER_BATCH_SHAPE'))
})

test('law 1: 100 requests for one absent key are 1 load', async () => {
  const shop = createShop()
  const { ask } = await serve(shop, { larder: { report: true } })
  const source = barrier()
  shop.products.inject(hold(source))
  let joined = 0
  shop.cache.on('join', ({ loader, id }) => {
    expect({ loader, id }).toEqual({ loader: 'product', id: '1' })
    if (++joined === 99) source.open()
  })

  const answers = await Promise.all(Array.from({ length: 100 }, () => ask('{ product(id: "1") { name } }')))
  expect(answers.map(({ data }) => data)).toEqual(Array(100).fill({ product: { name: 'Flour' } }))
  expect(shop.products.calls).toHaveLength(1)
  const reports = answers.map(({ extensions }) => extensions?.larder?.loaders.products)
  expect(reports.filter((report) => report?.joined === 1 && report.loads.length === 0)).toHaveLength(99)
  expect(reports.filter((report) => report?.loaded === 1 && report.loads.length === 1)).toHaveLength(1)
})
