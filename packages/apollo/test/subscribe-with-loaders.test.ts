import { EventEmitter, on } from 'node:events'
import { expect, test } from '@jest/globals'
import { OptionError } from '@larder/core'
import {
  type ExecutionResult,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  parse,
  validateSchema,
} from 'graphql'
import { subscribeWithLoaders, withLoaders } from '../src/index.ts'
import { createShop, renameInSource, type Shop, type Viewer } from './support/shop.ts'

type Loads = { load(id: string): Promise<{ name?: string; owner?: string } | null> }
type Context = Record<string, Record<'products' | 'carts', Loads>>

/** Two subscriptions to the IDs that are emitted as `news`, or to those of another source. */
function createNews(shop: Shop, contextKey = 'loaders', source?: () => AsyncIterable<unknown>) {
  const news = new EventEmitter<{ news: [id: string] }>()
  const field = (read: (context: Context, id: string) => unknown) => ({
    type: GraphQLString,
    subscribe: source ?? (() => on(news, 'news')),
    resolve: ([id]: [string], _args: object, context: Context) => read(context, id),
  })
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: { one: { type: GraphQLString } } }),
    subscription: new GraphQLObjectType({
      name: 'Subscription',
      fields: {
        product: field(async (context, id) => (await context[contextKey]?.products.load(id))?.name),
        cart: field(async (context, id) => (await context[contextKey]?.carts.load(id))?.owner),
      },
    }),
  })
  expect(validateSchema(schema)).toEqual([])
  const subscribe = (query: string, contextValue: object) =>
    subscribeWithLoaders(shop.loaders, { contextKey })({ schema, document: parse(query), contextValue })
  return { news, subscribe }
}

function eventsOf(answer: Awaited<ReturnType<ReturnType<typeof subscribeWithLoaders>>>) {
  if (!(Symbol.asyncIterator in answer)) throw new Error('Expected events')
  return answer
}

async function next(events: AsyncIterator<ExecutionResult>) {
  return (await events.next()).value
}

test.each(['loaders', 'entities'])(
  'law 3: each event sees what was invalidated since the one before (%s)',
  async (contextKey) => {
    const shop = createShop()
    const { news, subscribe } = createNews(shop, contextKey)
    const context = withLoaders(shop.loaders, {}, { contextKey })
    const events = eventsOf(await subscribe('subscription { product }', context))
    for (const product of ['Rye', 'Oats']) {
      renameInSource(shop, '1', product)
      await shop.loaders.products.invalidate('1')
      news.emit('news', '1')
      expect(await next(events)).toEqual({ data: { product } })
    }
    await events.return?.()
  },
)

test('one event reads an ID once, and a context needs no loaders of its own', async () => {
  const shop = createShop()
  const { news, subscribe } = createNews(shop)
  const events = eventsOf(await subscribe('subscription { product }', {}))
  news.emit('news', '1')
  news.emit('news', '1')
  expect([await next(events), await next(events)]).toEqual([
    { data: { product: 'Flour' } },
    { data: { product: 'Flour' } },
  ])
  expect(shop.products.calls).toHaveLength(1)
  await events.return?.()
})

test('law 6: each subscriber has its own scope', async () => {
  const shop = createShop()
  const { news, subscribe } = createNews(shop)
  const users: Viewer[] = [{ userId: 'ada' }, { userId: 'bob' }]
  const both = await Promise.all(
    users.map(async (user) =>
      eventsOf(await subscribe('subscription { cart }', withLoaders(shop.loaders, user))),
    ),
  )
  news.emit('news', 'main')
  expect(await Promise.all(both.map(next))).toEqual([
    { data: { cart: 'ada (main)' } },
    { data: { cart: 'bob (main)' } },
  ])
  await Promise.all(both.map((events) => events.return?.()))
})

test('it ends at once, also while an event is waited for', async () => {
  const { news, subscribe } = createNews(createShop())
  const events = eventsOf(await subscribe('subscription { product }', {}))
  const waiting = events.next()
  expect(news.listenerCount('news')).toBe(1)
  expect(await events.return?.()).toEqual({ done: true, value: undefined })
  expect(await waiting).toEqual({ done: true, value: undefined })
  expect(news.listenerCount('news')).toBe(0)
})

test('what is refused is answered, and what is no loader is refused', async () => {
  const { subscribe } = createNews(createShop())
  expect(await subscribe('subscription { else }', {})).toMatchObject({
    errors: [{ message: expect.stringContaining('else') }],
  })
  expect(() => subscribeWithLoaders({ products: new Map() } as never)).toThrow(OptionError)
  const events = eventsOf(await createNewsWithAnother())
  await expect(events.next()).rejects.toThrow(/contextValue\.loaders: expected nothing/)
})

test('law 11: an event that rejects closes the source', async () => {
  const { news, subscribe } = createNews(createShop())
  const events = eventsOf(await subscribe('subscription { product }', { loaders: 'mine' }))
  news.emit('news', '1')
  await expect(events.next()).rejects.toThrow(OptionError)
  expect(news.listenerCount('news')).toBe(0)
  expect(await events.next()).toEqual({ done: true, value: undefined })
})

test('law 11: once it has ended it answers no event, whatever its source still has', async () => {
  const shop = createShop()
  let closed = 0
  const endless = {
    [Symbol.asyncIterator]: () => endless,
    next: async () => ({ done: false, value: ['1'] }),
    return: async () => ({ done: true, value: closed++ }),
  }
  const { subscribe } = createNews(shop, 'loaders', () => endless)
  const done = { done: true, value: undefined }

  const left = eventsOf(await subscribe('subscription { product }', {}))
  expect(await next(left)).toEqual({ data: { product: 'Flour' } })
  const late = left.next()
  await left.return?.()
  expect([await late, await left.next(), closed]).toEqual([done, done, 1])

  const thrown = eventsOf(await subscribe('subscription { product }', {}))
  await expect(thrown.throw?.(new RangeError('enough'))).rejects.toThrow('enough')
  expect([await thrown.next(), closed]).toEqual([done, 2])
})

async function createNewsWithAnother() {
  const { news, subscribe } = createNews(createShop())
  const answer = await subscribe('subscription { product }', { loaders: 'mine' })
  news.emit('news', '1')
  return answer
}
