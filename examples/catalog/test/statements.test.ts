/** What a request costs, counted at the database and compared with what the response says of itself. */
import { describe, expect, test } from '@jest/globals'
import { openCatalog } from './support/open-catalog.ts'

const shop = openCatalog()

const products = `query ($ids: [ID!]!) {
  products(ids: $ids) {
    id
    name
    brand { id name }
    price { amount currency }
    reviews(first: 3) { id rating author { id name } }
  }
}`
const fifty = Array.from({ length: 50 }, (_, index) => `${index * 200 + 1}`)

describe('50 products, each with its brand, its price and 3 reviews by their authors', () => {
  test('cost one statement per loader, and the same again costs none', async () => {
    const first = await shop.ask(products, { variables: { ids: fifty } })
    expect(first.errors).toBeUndefined()
    expect(first.data.products.map(({ id }: { id: string }) => id)).toEqual(fifty)
    for (const product of first.data.products) {
      expect(product).toMatchObject({
        name: expect.any(String),
        brand: { name: expect.any(String) },
        price: { amount: expect.any(Number), currency: 'EUR' },
      })
      expect(product.reviews).toHaveLength(3)
      expect(product.reviews[0]).toMatchObject({ author: { name: expect.any(String) } })
    }
    const loaders = ['products', 'brands', 'basePrices', 'reviews', 'authors']
    expect(Object.keys(first.extensions.larder.loaders).sort()).toEqual([...loaders].sort())
    expect(first.extensions.sql).toBe(loaders.length)
    expect(shop.database.statements).toHaveLength(loaders.length)

    const second = await shop.ask(products, { variables: { ids: fifty } })
    expect(second.data).toEqual(first.data)
    expect(second.extensions.sql).toBe(0)
    expect(shop.database.statements).toHaveLength(loaders.length)
  })

  test('and one more, asked for with other fields: that one product is loaded alone', async () => {
    await shop.ask(products, { variables: { ids: fifty } })
    shop.database.forget()
    const { data, extensions } = await shop.ask(
      'query ($ids: [ID!]!) { products(ids: $ids) { name price { amount } } }',
      { variables: { ids: [...fifty, '10000'] } },
    )
    expect(data.products).toHaveLength(51)
    expect(shop.database.statements.map(({ params }) => params)).toEqual([[['10000']], [['10000']]])
    expect(extensions.sql).toBe(2)
    expect(extensions.larder.loaders.products).toMatchObject({ keys: 51, hits: 50, loaded: 1 })
    expect(extensions.larder.loaders.basePrices).toMatchObject({ keys: 51, hits: 50, loaded: 1 })
  })
})

test('an ID that nothing has costs one statement, and then none', async () => {
  const query = '{ product(id: "no such product") { name } }'
  const first = await shop.ask(query)
  expect(first.data.product).toBeNull()
  expect(first.errors).toBeUndefined()
  expect(first.extensions.sql).toBe(1)

  const second = await shop.ask(query)
  expect(second.data.product).toBeNull()
  expect(second.extensions.sql).toBe(0)
  expect(second.extensions.larder.loaders.products).toMatchObject({ missing: 1 })
  expect(shop.database.statements).toHaveLength(1)
})

test('an ID that nothing can have costs no statement, and fails nobody else’s', async () => {
  const { data, errors } = await shop.ask('query ($ids: [ID!]!) { products(ids: $ids) { id } }', {
    variables: { ids: ['1', 'nul \0', 'x'.repeat(65), '', '2'] },
  })
  expect(errors).toBeUndefined()
  expect(data.products).toEqual([{ id: '1' }, null, null, null, { id: '2' }])
  expect(shop.database.statements.map(({ params }) => params)).toEqual([[['1', '2']]])
})

test('1,000 concurrent requests for one absent product make one statement', async () => {
  const requests = 1_000
  const release = shop.database.hold()
  let joined = 0
  const allJoined = new Promise<void>((resolve) => {
    shop.catalog.cache.on('join', ({ loader, id }) => {
      if (loader === 'product' && id === '77') joined += 1
      if (joined === requests - 1) resolve()
    })
  })

  const asked = Array.from({ length: requests }, () => shop.ask('{ product(id: "77") { id name } }'))
  await allJoined
  release()
  const answers = await Promise.all(asked)

  for (const { data, errors } of answers) {
    expect(errors).toBeUndefined()
    expect(data).toEqual({ product: { id: '77', name: expect.any(String) } })
  }
  expect(shop.database.statements).toHaveLength(1)
  expect(answers.reduce((sum, { extensions }) => sum + extensions.sql, 0)).toBe(1)
  const reports = answers.map(({ extensions }) => extensions.larder.loaders.products)
  expect(reports.filter((report) => report?.joined === 1)).toHaveLength(requests - 1)
  expect(reports.filter((report) => report?.loaded === 1)).toHaveLength(1)
})

describe('lists of products', () => {
  test('the top products cost nothing the second time', async () => {
    const query = '{ topProducts(first: 20) { name stock category { name } } }'
    const first = await shop.ask(query)
    expect(first.data.topProducts).toHaveLength(20)
    expect(first.extensions.sql).toBe(4)
    const second = await shop.ask(query)
    expect(second.data).toEqual(first.data)
    expect(second.extensions.sql).toBe(0)
  })

  test('those of a category cost one statement for the list and one for the products, and then nothing', async () => {
    const query =
      '{ category(id: "5") { name products(first: 5) { name } fewer: products(first: 2) { name } } }'
    const first = await shop.ask(query)
    expect(first.data.category.products).toHaveLength(5)
    expect(first.data.category.fewer).toEqual(first.data.category.products.slice(0, 2))
    expect(first.extensions.sql).toBe(3)
    const second = await shop.ask(query)
    expect(second.data).toEqual(first.data)
    expect(second.extensions.sql).toBe(0)
    expect(second.extensions.larder.loaders.categoryProducts).toMatchObject({ keys: 2, hits: 2 })
  })

  test('all categories cost one statement, and then none, also for those who ask at once', async () => {
    const query = '{ categories { name } }'
    const [first, beside] = await Promise.all([shop.ask(query), shop.ask(query)])
    const names = first.data.categories.map(({ name }: { name: string }) => name)
    expect(names).toHaveLength(12)
    expect(names).toEqual(names.toSorted())
    expect(beside.data).toEqual(first.data)
    expect(first.extensions.sql + beside.extensions.sql).toBe(1)
    const again = await shop.ask(query)
    expect(again.data).toEqual(first.data)
    expect(again.extensions.sql).toBe(0)
    expect(again.extensions.larder.resolvers['Query.categories']).toMatchObject({ keys: 1, hits: 1 })
    expect(shop.database.statements).toHaveLength(1)
    expect(shop.log.at(-1)).toMatch(/, sql 0 \| Query\.categories 1: 1 hits$/)
  })

  test('a search finds the beginnings of words, and what asks for the same costs nothing', async () => {
    const first = await shop.ask('{ search(text: "OAK  ta") { id name } }')
    expect(first.data.search.length).toBeGreaterThan(5)
    for (const { name } of first.data.search) {
      expect(name).toMatch(/\bOak/)
      expect(name).toMatch(/\bTa/)
    }
    const second = await shop.ask('{ search(text: " oak, TA!") { id name } }')
    expect(second.data).toEqual(first.data)
    expect(second.extensions.sql).toBe(0)
  })

  test('a text without words finds nothing, and asks nobody', async () => {
    const { data } = await shop.ask('{ search(text: " & \' | ") { id } }')
    expect(data.search).toEqual([])
    expect(shop.database.statements).toHaveLength(0)
  })
})

test('each request logs one line, with the counts that its response has', async () => {
  await shop.ask('query Two { products(ids: ["1", "2", "no such product"]) { name } }')
  await shop.ask('query Two { products(ids: ["1", "2", "no such product"]) { name } }')
  expect(shop.log).toEqual([
    expect.stringMatching(/^query Two \d+ ms, sql 1 \| products 3: 3 loaded$/),
    expect.stringMatching(/^query Two \d+ ms, sql 0 \| products 3: 2 hits, 1 missing$/),
  ])
})
