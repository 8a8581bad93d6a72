/** What is written shows at once: in the mutation's own payload and to whoever reads next. */
import { describe, expect, test } from '@jest/globals'
import { openCatalog } from './support/open-catalog.ts'

const shop = openCatalog()

describe('setPrice', () => {
  const read = '{ product(id: "1") { price { amount currency } } }'
  const write = 'mutation ($amount: Int!) { setPrice(id: "1", amount: $amount) { id price { amount } } }'

  test('shows the new price in its own payload and to the next read', async () => {
    const { data: before } = await shop.ask(read)
    const amount = before.product.price.amount + 1
    const { data, errors } = await shop.ask(write, { variables: { amount } })
    expect(errors).toBeUndefined()
    expect(data.setPrice).toEqual({ id: '1', price: { amount } })
    const { data: after } = await shop.ask(read)
    expect(after.product.price).toEqual({ amount, currency: 'EUR' })
  })

  test('counts its own statement besides those of its loads', async () => {
    const { extensions } = await shop.ask(write, { variables: { amount: 7 } })
    expect(extensions.sql).toBe(3)
    expect(shop.database.statements).toHaveLength(3)
  })

  test('by a tenant changes what that tenant pays, and nobody else', async () => {
    const us = { headers: { 'x-tenant': 'us' } }
    const prices = async () =>
      [await shop.ask(read), await shop.ask(read, us)].map(({ data }) => data.product.price)
    const [publicBefore, usBefore] = await prices()
    expect(usBefore.currency).toBe('USD')
    const amount = usBefore.amount + 1
    const { data } = await shop.ask(write, { variables: { amount }, ...us })
    expect(data.setPrice.price).toEqual({ amount })
    expect(await prices()).toEqual([publicBefore, { amount, currency: 'USD' }])
  })

  test('by a tenant puts a product on its list that was cached as not on it', async () => {
    const wholesale = { headers: { 'x-tenant': 'wholesale' } }
    const [row] = await shop.database.query<{ id: string }>(
      `select id from products where id not in (select product_id from price_lists where tenant = 'wholesale') limit 1`,
    )
    const id = row?.id
    const asked = { variables: { id }, ...wholesale }
    await shop.ask('query ($id: ID!) { product(id: $id) { price { amount } } }', asked)
    await shop.ask('mutation ($id: ID!) { setPrice(id: $id, amount: 42) { id } }', asked)
    const { data } = await shop.ask('query ($id: ID!) { product(id: $id) { price { amount } } }', asked)
    expect(data.product.price).toEqual({ amount: 42 })
  })

  test.each([
    ['a product that is not there', 'setPrice(id: "no such product", amount: 1) { id }', 'NOT_FOUND'],
    ['a price below nothing', 'setPrice(id: "1", amount: -1) { id }', 'BAD_USER_INPUT'],
  ])('refuses %s', async (_, mutation, code) => {
    const { data, errors } = await shop.ask(`mutation { ${mutation} }`)
    expect(data).toBeNull()
    expect(errors).toMatchObject([{ extensions: { code } }])
  })
})

describe('createProduct', () => {
  const create = (id: string) =>
    `mutation {
      createProduct(id: "${id}", name: "Plain Oak Spoon", brandId: "3", categoryId: "5", amount: 990, stock: 4) {
        id name brand { name } category { name } price { amount currency } stock reviews(first: 3) { id }
      }
    }`

  test('of an ID that was cached as missing shows at once', async () => {
    const read = '{ product(id: "spoon") { name price { amount } stock } }'
    await shop.ask(read)
    const { data: before, extensions } = await shop.ask(read)
    expect(before.product).toBeNull()
    expect(extensions.sql).toBe(0)

    const { data, errors } = await shop.ask(create('spoon'))
    expect(errors).toBeUndefined()
    expect(data.createProduct).toEqual({
      id: 'spoon',
      name: 'Plain Oak Spoon',
      brand: { name: 'Cedar & Sons' },
      category: { name: 'Kitchen' },
      price: { amount: 990, currency: 'EUR' },
      stock: 4,
      reviews: [],
    })
    const { data: after } = await shop.ask(read)
    expect(after.product).toEqual({ name: 'Plain Oak Spoon', price: { amount: 990 }, stock: 4 })
  })

  test('shows at once in the lists of its category, however long, and in searches', async () => {
    const read = `{
      search(text: "novel lamp") { id }
      category(id: "4") { products(first: 100) { id } fewer: products(first: 1) { id } }
    }`
    const { data: before } = await shop.ask(read)
    expect(before.search).toEqual([])
    await shop.ask(create('lamp').replace('Plain Oak Spoon', 'Novel Lamp').replace('"5"', '"4"'))
    shop.database.forget()
    const { data: after } = await shop.ask(read)
    expect(after.search).toEqual([{ id: 'lamp' }])
    expect(after.category).toEqual(before.category)
    // Both lists of the category in one, the search, and the one product that was missing.
    expect(shop.database.statements).toHaveLength(3)
  })

  test('refuses an ID that is taken, and a brand that is not there', async () => {
    await shop.ask(create('second spoon'))
    const { errors } = await shop.ask(create('second spoon'))
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    const { errors: others } = await shop.ask(
      create('third spoon').replace('brandId: "3"', 'brandId: "none"'),
    )
    expect(others).toMatchObject([{ message: 'There is no such brand.', extensions: { code: 'NOT_FOUND' } }])
  })
})

describe('moveProduct', () => {
  const lists = `{
    left: category(id: "1") { products(first: 100) { id } }
    entered: category(id: "2") { products(first: 100) { id } }
    other: category(id: "3") { products(first: 100) { id } }
  }`
  const idsOf = (category: { products: { id: string }[] }) => category.products.map(({ id }) => id)

  test('shows in the lists that it leaves and enters, in its own payload, and loads no other list', async () => {
    const { data: before } = await shop.ask(lists)
    const id = idsOf(before.left)[0] as string
    shop.database.forget()
    const { data, errors } = await shop.ask(
      `mutation ($id: ID!) {
        moveProduct(id: $id, categoryId: "2") { category { name products(first: 100) { id } } }
      }`,
      { variables: { id } },
    )
    expect(errors).toBeUndefined()
    expect(data.moveProduct.category.name).toBe('Seating')
    expect(idsOf(data.moveProduct.category)).toContain(id)
    const { data: after, extensions } = await shop.ask(lists)
    expect(idsOf(after.left)).not.toContain(id)
    expect(idsOf(after.left).slice(0, 99)).toEqual(idsOf(before.left).slice(1))
    expect(idsOf(after.entered)).toEqual(idsOf(data.moveProduct.category))
    expect(after.other).toEqual(before.other)
    expect(extensions.larder.loaders.categoryProducts).toMatchObject({ keys: 3, hits: 2, loaded: 1 })
  })

  test('fills a list that was empty', async () => {
    await shop.database.query(`insert into categories values ('empty', 'Nothing yet', '{}')`)
    const read = '{ category(id: "empty") { products(first: 3) { id } } }'
    expect((await shop.ask(read)).data.category.products).toEqual([])
    await shop.ask('mutation { moveProduct(id: "9", categoryId: "empty") { id } }')
    expect((await shop.ask(read)).data.category.products).toEqual([{ id: '9' }])
  })

  test.each([
    ['a product that is not there', 'id: "none", categoryId: "2"', 'There is no such product.'],
    ['a category that is not there', 'id: "1", categoryId: "none"', 'There is no such category.'],
  ])('refuses %s', async (_, args, message) => {
    const { errors } = await shop.ask(`mutation { moveProduct(${args}) { id } }`)
    expect(errors).toMatchObject([{ message, extensions: { code: 'NOT_FOUND' } }])
  })
})

describe('addReview', () => {
  test('shows first among the reviews of its product', async () => {
    const read = '{ product(id: "2") { reviews(first: 2) { id text author { id } } } }'
    const { data: before } = await shop.ask(read)
    const { data, errors } = await shop.ask(
      'mutation { addReview(productId: "2", authorId: "9", rating: 4, text: "Sturdy.") { id rating createdAt } }',
    )
    expect(errors).toBeUndefined()
    expect(data.addReview).toEqual({
      id: expect.any(String),
      rating: 4,
      createdAt: expect.stringMatching(/Z$/),
    })
    const { data: after } = await shop.ask(read)
    expect(after.product.reviews).toEqual([
      { id: data.addReview.id, text: 'Sturdy.', author: { id: '9' } },
      before.product.reviews[0],
    ])
  })

  test.each([
    ['6 stars', 'productId: "2", authorId: "9", rating: 6, text: "!"', 'BAD_USER_INPUT'],
    ['an unknown product', 'productId: "none", authorId: "9", rating: 5, text: "!"', 'NOT_FOUND'],
    ['an unknown author', 'productId: "2", authorId: "none", rating: 5, text: "!"', 'NOT_FOUND'],
  ])('refuses %s', async (_, args, code) => {
    const { errors } = await shop.ask(`mutation { addReview(${args}) { id } }`)
    expect(errors).toMatchObject([{ extensions: { code } }])
  })
})
