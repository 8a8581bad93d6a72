/** A list that bears the tags of its products and of its category never loses a change of them, over HTTP and on a real Redis. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'
import { openServer, type Plant, type Serving } from './tagged-lists/server.ts'
import { createSource, type Product, type Source } from './tagged-lists/source.ts'

let redis: RedisServer
let admin: Redis
beforeAll(async () => {
  redis = await startRedis()
  admin = new Redis(redis.options)
})
afterAll(async () => {
  admin.disconnect()
  await redis.stop()
})

const open: Serving[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.stop()))
  await admin.flushall()
})

interface Shop {
  readonly source: Source
  /** Where lists are read, and where products change: the same server, or one whose messages are lost. */
  readonly reader: Serving
  readonly changer: Serving
}

const places = ['in the same process', 'in another one, with every message lost'] as const
type Place = (typeof places)[number]

async function openShop(place: Place, plant?: Plant): Promise<Shop> {
  const source = createSource()
  const isDeaf = place !== places[0]
  const join = async () => {
    const server = await openServer({ redisUrl: redis.url, source, plant, isDeaf })
    open.push(server)
    return server
  }
  const reader = await join()
  return { source, reader, changer: isDeaf ? await join() : reader }
}

/** What befalls a list whose rows have been read, and what it is like afterwards. */
const changes = {
  'a product of the list': {
    category: 'kitchen',
    product: { id: '42', name: 'new', category: 'kitchen' },
    tags: ['product:42'],
    before: ['old', 'old', 'old'],
    after: ['old', 'new', 'old'],
    plant: 'no tags of products',
  },
  'a product that the list, empty so far, would hold': {
    category: 'garden',
    product: { id: '42', name: 'new', category: 'garden' },
    tags: ['category:garden'],
    before: [],
    after: ['new'],
    plant: 'no tag of the category',
  },
} as const
type Change = (typeof changes)[keyof typeof changes]

/** A list is loaded; the change is made when its rows have been read; then the load ends. */
async function changeDuringLoad({ source, reader, changer }: Shop, { category, product, tags }: Change) {
  const gate = source.hold()
  const first = reader.list(category)
  await gate.arrived()
  await changer.change(product as Product, tags)
  gate.open()
  return first
}

/** How often each operation was asked of the stores. */
function commands({ reader, changer }: Shop) {
  const stores = new Set([reader.store, changer.store])
  const count = (operation: 'readMany' | 'acquire' | 'fill' | 'mark') =>
    [...stores].reduce((sum, store) => sum + store.calls(operation).length, 0)
  return {
    readMany: count('readMany'),
    acquire: count('acquire'),
    fill: count('fill'),
    mark: count('mark'),
  }
}

for (const [what, change] of Object.entries(changes))
  for (const place of places) {
    const { category, before, after, product, tags } = change

    test(`law 3: ${what} changes while the list is loaded, ${place}: it is never lost`, async () => {
      const shop = await openShop(place)
      expect(await changeDuringLoad(shop, change)).toEqual(before)
      await shop.reader.cache.settled()
      // The reader's look at an empty store, its lease and its fill; the changer's one write.
      expect(commands(shop)).toEqual({ readMany: 1, acquire: 1, fill: 1, mark: 1 })

      expect(await shop.reader.list(category)).toEqual(after)
      await shop.reader.cache.settled()
      // It has found the list and then its markers, and loaded it again.
      expect(commands(shop)).toEqual({ readMany: 3, acquire: 2, fill: 2, mark: 1 })
      expect(shop.source.lists).toBe(2)

      for (const server of [shop.reader, shop.changer]) expect(await server.list(category)).toEqual(after)
      // Two hits, each of a list and its markers.
      expect(commands(shop)).toEqual({ readMany: 7, acquire: 2, fill: 2, mark: 1 })
      expect(shop.source.lists).toBe(2)
    })

    test(`law 3: who asks once ${what} has changed, ${place}, is not given the list that is being loaded`, async () => {
      const shop = await openShop(place)
      const { source, reader, changer } = shop
      const gate = source.hold()
      const first = reader.list(category)
      await gate.arrived()
      await changer.change(product as Product, tags)
      const later = [reader.list(category), reader.list(category)]
      // Both have joined the load, which nobody has told of the change; or one waits for its lease to end, and the other for that one.
      const waits = () => (reader.store.calls('acquire').length > 1 ? 1 : 0)
      await until(() => reader.joins + waits() === later.length)
      gate.open()
      expect(await first).toEqual(before)
      expect(await Promise.all(later)).toEqual([after, after])
      expect(source.lists).toBe(2)
      expect(commands(shop).mark).toBe(1)
    })

    test(`law 3: ${what} changes while a stale list is refreshed, ${place}: it is never lost`, async () => {
      const shop = await openShop(place)
      const { source, reader } = shop
      expect(await reader.list(category)).toEqual(before)
      await reader.cache.settled()
      expect(await reader.cache.resolver('Query.products').expire({ category })).toBe(true)
      const gate = source.hold()
      // As well as the reader knows Redis's clock, the list may be fresh for some milliseconds yet, and then nothing refreshes it.
      await until(async () => {
        expect(await reader.list(category)).toEqual(before)
        return gate.waiting > 0
      })
      await shop.changer.change(product as Product, tags)
      gate.open()
      await reader.cache.settled()
      expect(source.lists).toBe(2)
      expect(await reader.list(category)).toEqual(after)
      expect(source.lists).toBe(3)
      expect(commands(shop).mark).toBe(1)
    })

    test(`the same is found lost, ${place}, with ${change.plant}: ${what}`, async () => {
      const shop = await openShop(place, change.plant)
      expect(await changeDuringLoad(shop, change)).toEqual(before)
      await shop.reader.cache.settled()
      expect(await shop.reader.list(category)).toEqual(before)
      expect(shop.source.lists).toBe(1)
    })
  }
