import { ApolloServer, HeaderMap } from '@apollo/server'
import { expect, test } from '@jest/globals'
import { memoryStore } from '@larder/core'
import { barrier, faultyStore, hold } from '@larder/core/testing'
import { GraphQLError } from 'graphql'
import { larder } from '../src/index.ts'
import { createShop, type ShopContext } from './support/shop.ts'

const headers = new HeaderMap([['accept', 'multipart/mixed; deferSpec=20220824']])
const http = { method: 'POST', headers, search: '', body: undefined }

/** GraphQL 16 has no incremental delivery of its own: Apollo Server takes an executor that has. */
function serverWith(shop: ReturnType<typeof createShop>, later: (context: ShopContext) => Promise<object>) {
  async function* subsequentResults(context: ShopContext) {
    yield { hasNext: false, incremental: [{ path: [], ...(await later(context)) }] }
  }
  return new ApolloServer<ShopContext>({
    typeDefs: 'type Query { now: Int }',
    plugins: [larder({ cache: shop.cache, loaders: shop.loaders, report: true })],
    legacyExperimentalExecuteIncrementally: async ({ contextValue }) => {
      const context = contextValue as ShopContext
      await context.loaders.products.load('1')
      return {
        initialResult: { data: { now: 1 }, hasNext: true },
        subsequentResults: subsequentResults(context),
      }
    },
  })
}

async function execute(server: ApolloServer<ShopContext>) {
  const { body } = await server.executeOperation({ query: '{ now }', http })
  if (body.kind !== 'incremental') throw new Error('Expected several results')
  return { initial: body.initialResult, rest: body.subsequentResults[Symbol.asyncIterator]() }
}

test('the first payload reports, every payload waits for the invalidations before it', async () => {
  const store = faultyStore(memoryStore())
  const shop = createShop({ store })
  const delivery = barrier()
  store.inject(hold(delivery), 'deleteMany', 'invalidate')
  const steps: string[] = []
  const server = serverWith(shop, async ({ loaders }) => {
    void loaders.products.invalidate('1')
    return { data: { later: 2 } }
  })

  const { initial, rest } = await execute(server)
  expect(initial).toMatchObject({ extensions: { larder: { loaders: { products: { keys: 1 } } } } })
  const payload = rest.next().then(({ value }) => {
    steps.push('sent')
    return value
  })
  await delivery.arrived()
  await shop.clock.advance(0)
  steps.push('store answers')
  delivery.open()
  expect(await payload).toMatchObject({ incremental: [{ data: { later: 2 } }] })
  expect(steps).toEqual(['store answers', 'sent'])
  await server.stop()
})

test('errors in later payloads have their codes', async () => {
  const shop = createShop()
  const server = serverWith(shop, async ({ loaders }) => {
    const originalError = await loaders.carts.load('main').catch((error: Error) => error)
    return { data: null, errors: [new GraphQLError('no cart', { originalError: originalError as Error })] }
  })

  const { rest } = await execute(server)
  expect((await rest.next()).value).toMatchObject({
    incremental: [{ errors: [{ message: 'no cart', extensions: { code: 'LARDER_SCOPE' } }] }],
  })
  await server.stop()
})
