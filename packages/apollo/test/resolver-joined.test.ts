import { expect, test } from '@jest/globals'
import { barrier } from '@larder/core/testing'
import { GraphQLError } from 'graphql'
import { resolver } from '../src/index.ts'
import { createServer, createTestCache, policy } from './support/cached-server.ts'

const typeDefs = `#graphql
  type Query { product: Product products: [Product] }
  type Product { note: String }
`

class Product {
  memo?: string
}

class NotForYou extends GraphQLError {}

/** Two users ask at once, and one joins the other. */
async function joined(answer: () => unknown, query: string, plugins: object[] = []) {
  const { cache } = createTestCache()
  const source = barrier()
  let runs = 0
  cache.on('join', () => source.open())
  const run = async () => {
    runs++
    await source.pass()
    return answer()
  }
  const { execute } = createServer({
    cache,
    typeDefs,
    resolvers: {
      Query: { product: run, products: run },
      Product: {
        note: (product: Product, _args: unknown, { user }: { user: string }) => {
          product.memo ??= `for ${user}`
          return product.memo
        },
      },
    },
    policies: {
      'Query.product': resolver({ ...policy, scope: 'public' }),
      'Query.products': resolver({ ...policy, scope: 'public' }),
    },
    plugins: plugins as never,
  })
  const results = await Promise.all(['ada', 'bob'].map((user) => execute(query, { user })))
  return { results, runs }
}

test('law 6: what cannot be stored is its own request’s alone: who has joined runs the resolver', async () => {
  const { results, runs } = await joined(() => new Product(), '{ product { note } }')
  expect(results.map(({ data }) => data.product.note)).toEqual(['for ada', 'for bob'])
  expect(runs).toBe(2)
  const alone = results.map(({ extensions }) => extensions?.larder.resolvers['Query.product']?.alone)
  expect(alone.sort()).toEqual([0, 1])
})

test('law 6: so is a list with an instance, or with an error, in it', async () => {
  const { results } = await joined(() => [new Product()], '{ products { note } }')
  expect(results.map(({ data }) => data.products)).toEqual([[{ note: 'for ada' }], [{ note: 'for bob' }]])
  const failing = await joined(() => [{}, new Error('row 2')], '{ products { note } }')
  expect(failing.results.map(({ data }) => data.products)).toEqual([
    [{ note: 'for ada' }, null],
    [{ note: 'for bob' }, null],
  ])
})

test.each<[string, () => unknown]>([
  ['thrown', () => Promise.reject(refusal())],
  ['answered in a list', () => [refusal()]],
  [
    'a failure with extensions',
    () => Promise.reject(Object.assign(new Error('no'), { extensions: { by: {} } })),
  ],
])('law 6: what a plugin writes to an error that is %s reaches nobody else', async (_how, answer) => {
  const seen: { readonly name: string | undefined; readonly by: unknown }[] = []
  const tag = {
    requestDidStart: async ({ contextValue }: { contextValue: { user: string } }) => ({
      didEncounterErrors: async ({ errors }: { errors: readonly GraphQLError[] }) => {
        for (const { extensions, originalError } of errors) {
          const by = extensions.by as { user?: string }
          by.user ??= contextValue.user
          seen.push({ name: originalError?.constructor.name, by: by.user })
        }
      },
    }),
  }
  const { results } = await joined(answer, '{ products { note } }', [tag])
  expect(results.map(({ errors }) => errors)).toMatchObject([
    [{ message: 'no', extensions: { by: { user: 'ada' } } }],
    [{ message: 'no', extensions: { by: { user: 'bob' } } }],
  ])
  expect(seen.map(({ by }) => by).sort()).toEqual(['ada', 'bob'])
  expect(new Set(seen.map(({ name }) => name)).size).toBe(1)
})

function refusal() {
  return new NotForYou('no', { extensions: { by: {} } })
}
