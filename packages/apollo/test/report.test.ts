import { expect, test } from '@jest/globals'
import type { ReadReport } from '@larder/core'
import { barrier, hold } from '@larder/core/testing'
import { withLoaders } from '../src/index.ts'
import { type Answer, apolloServer, serve } from './support/serve.ts'
import { createShop } from './support/shop.ts'

const report = { larder: { report: true } }

/** Without times, and with how many loads in place of their numbers. */
function counts({ extensions }: Answer): Record<string, object> | undefined {
  const loaders = extensions?.larder?.loaders
  if (loaders === undefined) return undefined
  const count = ([name, { ms: _ms, freshFor: _left, loads, ...rest }]: [string, ReadReport]) => [
    name,
    { ...rest, loads: loads.length },
  ]
  return Object.fromEntries(Object.entries(loaders).map(count))
}

function readReport(counted: Partial<Record<keyof ReadReport, number>>): object {
  return {
    keys: 0,
    hits: 0,
    stale: 0,
    missing: 0,
    joined: 0,
    loaded: 0,
    errors: 0,
    near: 0,
    loads: 0,
    ...counted,
  }
}

const query = '{ products(ids: ["1", "2", "none"]) { name maker { name } } }'

test('there is none unless asked for', async () => {
  const { ask } = await serve(createShop())
  expect(await ask(query)).not.toHaveProperty('extensions')
})

test('the first run loads, the second hits', async () => {
  const { ask } = await serve(createShop(), report)

  expect(counts(await ask(query))).toEqual({
    products: readReport({ keys: 3, loaded: 3, loads: 1 }),
    makers: readReport({ keys: 1, loaded: 1, loads: 1 }),
  })
  expect(counts(await ask(query))).toEqual({
    products: readReport({ keys: 3, hits: 2, missing: 1 }),
    makers: readReport({ keys: 1, hits: 1 }),
  })
})

test('an overlapping run joins what is under way, and loads the rest', async () => {
  const shop = createShop()
  const { ask } = await serve(shop, report)
  const source = barrier()
  shop.products.inject(hold(source))
  shop.cache.on('join', () => source.open())

  const first = ask('{ products(ids: ["1", "2"]) { name } }')
  await source.arrived()
  const second = ask('{ products(ids: ["2", "3"]) { name } }')

  expect(counts(await first)).toEqual({ products: readReport({ keys: 2, loaded: 2, loads: 1 }) })
  expect(counts(await second)).toEqual({ products: readReport({ keys: 2, joined: 1, loaded: 1, loads: 1 }) })
})

test('loads are numbered as in the events of the cache', async () => {
  const shop = createShop()
  const { ask } = await serve(shop, report)
  const numbers: Record<string, number> = {}
  shop.cache.on('load', ({ loader, load }) => {
    numbers[loader] = load
  })

  const { extensions } = await ask(query)
  expect(extensions?.larder?.loaders.products?.loads).toEqual([numbers.product])
  expect(extensions?.larder?.loaders.makers?.loads).toEqual([numbers.maker])
})

test('ms is how long the loader was awaited', async () => {
  const shop = createShop()
  const { ask } = await serve(shop, report)
  const source = barrier()
  shop.products.inject(hold(source))

  const answer = ask('{ product(id: "1") { name } }')
  await source.arrived()
  await shop.clock.advance(70)
  source.open()
  expect((await answer).extensions?.larder?.loaders.products?.ms).toBe(70)
})

test('stale values and errors are counted', async () => {
  const shop = createShop()
  const { ask } = await serve(shop, report)
  await ask('{ product(id: "1") { name } }')
  await shop.clock.advance(90_000)
  shop.products.rows.set('2', new Error('row 2 is broken'))

  const { extensions } = await ask('{ products(ids: ["1", "2"]) { name } }')
  expect(extensions?.larder?.loaders.products).toMatchObject({
    keys: 2,
    stale: 1,
    errors: 1,
    hits: 0,
    loaded: 0,
  })
  expect(extensions?.larder?.loaders.products?.loads).toHaveLength(1)
})

test('several batches of one loader add up', async () => {
  const shop = createShop()
  const { ask } = await serve(shop, report)

  // The carts are read first, and their products with a later batch than the list's.
  const answer = await ask('{ products(ids: ["2", "3"]) { name } cart(id: "main") { products { name } } }', {
    userId: 'ada',
  })
  expect(counts(answer)).toEqual({
    products: readReport({ keys: 3, loaded: 3, loads: 2 }),
    carts: readReport({ keys: 1, loaded: 1, loads: 1 }),
  })
})

test('a request that reads nothing has an empty one, other extensions stay', async () => {
  const { ask } = await serve(createShop(), {
    ...report,
    plugins: [
      {
        requestDidStart: async () => ({
          async willSendResponse({ response: { body } }) {
            if (body.kind === 'single') body.singleResult.extensions = { other: 1 }
          },
        }),
      },
    ],
  })
  expect(await ask('{ __typename }')).toEqual({
    data: { __typename: 'Query' },
    extensions: { larder: { loaders: {} }, other: 1 },
  })
})

test('a response whose query is refused has one, too', async () => {
  const { ask } = await serve(createShop(), report)
  expect(await ask('{ nonsense }')).toMatchObject({ extensions: { larder: { loaders: {} } } })
})

test('it is what had happened when the response was sent', async () => {
  const shop = createShop()
  const server = apolloServer(shop, report)
  const contextValue = withLoaders(shop.loaders, {})
  const { body } = await server.executeOperation({ query }, { contextValue })
  if (body.kind !== 'single') throw new Error('Expected one result')
  const before = structuredClone(body.singleResult.extensions)

  await contextValue.loaders.products.load('3')
  expect(body.singleResult.extensions).toEqual(before)
  await server.stop()
})
