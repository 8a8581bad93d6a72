import type { ApolloServer, BaseContext } from '@apollo/server'
import { describe, expect, test } from '@jest/globals'
import DataLoader from 'dataloader'
import { withLoaders } from '../src/index.ts'
import { apolloServer, serve } from './support/serve.ts'
import { createShop, renameInSource, type ShopContext, type Viewer } from './support/shop.ts'

const read = '{ product(id: "1") { name } }'
const flour = { data: { product: { name: 'Flour' } } }

async function execute<C extends BaseContext>(server: ApolloServer<C>, query: string, contextValue: C) {
  const { body } = await server.executeOperation({ query }, { contextValue })
  if (body.kind !== 'single') throw new Error('Expected one result')
  return body.singleResult
}

test('without withLoaders, the plugin puts the loaders on the context', async () => {
  const { ask } = await serve(createShop())
  expect(await ask(read)).toEqual(flour)
})

test('what withLoaders put there is used and reported on', async () => {
  const shop = createShop()
  const { ask } = await serve(shop, {
    larder: { report: true },
    context: (viewer) => withLoaders(shop.loaders, viewer),
  })
  expect(await ask(read)).toMatchObject({
    ...flour,
    extensions: { larder: { loaders: { products: { keys: 1 } } } },
  })
})

test('what the context function read is not read again', async () => {
  const shop = createShop()
  const { ask } = await serve(shop, {
    larder: { report: true },
    context: (viewer) => {
      const context = withLoaders(shop.loaders, viewer)
      void context.loaders.products.load('1')
      return context
    },
  })
  expect(await ask(read)).toMatchObject({ extensions: { larder: { loaders: { products: { keys: 1 } } } } })
})

describe('a context that is kept over several HTTP requests', () => {
  async function serveKept() {
    const shop = createShop()
    const kept = withLoaders(shop.loaders, {})
    const within: unknown[] = []
    const { server, ask, askBatch } = await serve(shop, {
      context: () => kept,
      larder: { report: true },
      plugins: [
        {
          requestDidStart: async () => ({
            async executionDidStart({ operationName, contextValue }) {
              if (operationName !== 'Outer') return
              contextValue.loaders.products.prime('1', { id: '1', name: 'primed', makerId: 'mill' })
              within.push(await execute(server, read, contextValue))
            },
          }),
        },
      ],
    })
    const rename = async (name: string) => {
      renameInSource(shop, '1', name)
      await shop.loaders.products.invalidate('1')
    }
    return { shop, ask, askBatch, rename, within }
  }

  test('has loaders for each: none remembers what another has read', async () => {
    const { ask, rename } = await serveKept()
    for (const name of ['Rye', 'Oats', 'Bran']) {
      await rename(name)
      expect(await ask(read)).toMatchObject({
        data: { product: { name } },
        extensions: { larder: { loaders: { products: { keys: 1 } } } },
      })
    }
  })

  test('has them once for each batch, whose operations share them', async () => {
    const { shop, askBatch, rename } = await serveKept()
    for (const name of ['Rye', 'Oats']) {
      await rename(name)
      await shop.loaders.products.invalidate('2')
      const answers = await askBatch([{ query: read }, { query: read.replace('1', '2') }])
      expect(answers).toMatchObject([
        { data: { product: { name } } },
        { data: { product: { name: 'Bran' } } },
      ])
      for (const { extensions } of answers)
        expect(extensions?.larder?.loaders.products).toMatchObject({ keys: 2 })
    }
    expect(shop.products.calls.map(({ ids }) => ids)).toEqual([
      ['1', '2'],
      ['1', '2'],
    ])
  })

  test('shares them with what is executed within a request', async () => {
    const { ask, within } = await serveKept()
    const primed = { data: { product: { name: 'primed' } } }
    for (let i = 0; i < 2; i++) {
      expect(await ask(`query Outer ${read}`)).toMatchObject(primed)
      expect(await ask(read)).toMatchObject(flour)
    }
    expect(within).toMatchObject([primed, primed])
  })
})

test('executeOperation works, with a context and without one', async () => {
  const shop = createShop()
  const server = apolloServer(shop)
  expect(await execute(server, read, withLoaders(shop.loaders, {}))).toMatchObject(flour)
  expect(await execute(server, read, {} as ShopContext)).toMatchObject(flour)
  await server.stop()
})

test('the loaders are DataLoaders, one for each request', async () => {
  const shop = createShop()
  const { loaders } = withLoaders(shop.loaders, {})
  expect(loaders.products).toBeInstanceOf(DataLoader)
  expect(loaders.products.name).toBe('product')
  expect(loaders.products).toBe(loaders.products)
  expect(loaders.products).not.toBe(withLoaders(shop.loaders, {}).loaders.products)
})

test('withLoaders leaves the context that it was given as it was', () => {
  const shop = createShop()
  class Base {
    userId = 'ada'
  }
  const given = Object.freeze(new Base())
  const context = withLoaders(shop.loaders, given)
  expect(context).toBeInstanceOf(Base)
  expect(context.userId).toBe('ada')
  expect(given).not.toHaveProperty('loaders')
})

test('withLoaders begins anew on a context that has loaders, as for each event of a subscription', async () => {
  const shop = createShop()
  const first = withLoaders(shop.loaders, {})
  await first.loaders.products.load('1')
  await shop.loaders.products.invalidate('1')
  shop.products.rows.set('1', { id: '1', name: 'Rye', makerId: 'mill' })

  expect(await first.loaders.products.load('1')).toMatchObject({ name: 'Flour' })
  expect(await withLoaders(shop.loaders, first).loaders.products.load('1')).toMatchObject({ name: 'Rye' })
})

test('another thing in the place of the loaders is refused, with the way out', async () => {
  const shop = createShop()
  const { ask } = await serve(shop, { context: () => ({ loaders: new Map() }) })
  const { data, errors } = await ask(read)
  expect(data).toBeUndefined()
  expect(errors).toMatchObject([{ extensions: { code: 'LARDER_OPTION' } }])
  expect(errors?.[0]?.message).toMatch(
    /contextValue\.loaders: expected nothing.*an object \(Map\).*contextKey/,
  )

  expect(() => withLoaders(shop.loaders, { loaders: new Map() })).toThrow(/contextKey/)

  const secret = () => withLoaders(shop.loaders, { loaders: 'a token of ada' })
  expect(secret).toThrow(/received a string/)
})

test('loaders other than those of the plugin are refused', async () => {
  const shop = createShop()
  const { products } = shop.loaders
  const { ask } = await serve(shop, { context: () => withLoaders({ products }, {}) })
  expect(await ask(read)).toMatchObject({ errors: [{ extensions: { code: 'LARDER_OPTION' } }] })
})

test('contextKey gives the loaders another name', async () => {
  const shop = createShop()
  const seen: unknown[] = []
  const server = apolloServer(shop, { larder: { contextKey: 'entities' } })
  server.addPlugin({
    async requestDidStart({ contextValue }) {
      seen.push(contextValue.loaders)
      const { entities } = contextValue as unknown as { entities: ShopContext['loaders'] }
      seen.push(await entities.products.load('1'))
    },
  })
  await execute(server, '{ __typename }', { loaders: 'mine' } as unknown as ShopContext)
  expect(seen).toEqual(['mine', { id: '1', name: 'Flour', makerId: 'mill' }])
  await server.stop()

  const context = withLoaders(shop.loaders, { loaders: 'mine' }, { contextKey: 'entities' })
  expect(context.loaders).toBe('mine')
  expect(await context.entities.products.load('1')).toMatchObject({ name: 'Flour' })
})

test('a scope may come onto the context later, up to the first read', async () => {
  const shop = createShop()
  const context: ShopContext = withLoaders(shop.loaders, {} as Viewer)
  const { carts } = context.loaders
  context.userId = 'ada'
  expect(await carts.load('main')).toMatchObject({ owner: 'ada (main)' })
})

test('a scope may be put on the context by a plugin', async () => {
  const shop = createShop()
  const { ask } = await serve(shop, {
    context: () => withLoaders(shop.loaders, {}),
    plugins: [
      {
        requestDidStart: async () => ({
          async didResolveOperation({ contextValue }) {
            contextValue.userId = 'ada'
          },
        }),
      },
    ],
  })
  expect(await ask('{ cart(id: "main") { owner } }')).toEqual({ data: { cart: { owner: 'ada (main)' } } })
})
