/**
 * What a Keyv gains from Larder, step by step; each prints a line. Entries are kept in this process, or in the Redis at
 * `REDIS_URL`, where other processes share them.
 */
import { memoryStore } from '@larder/core'
import { createKeyv, LarderKeyv } from '@larder/keyv'
import { Keyv } from 'keyv'
import { database, type Product } from './database.ts'

const url = process.env.REDIS_URL || undefined
const memory = memoryStore()
/**
 * At a Redis each Keyv has a connection of its own, which its `disconnect` closes. This program has nothing to do before it
 * is open, so it gives it time.
 */
const place = url === undefined ? { store: memory } : { url, storeTimeout: '10s' as const }

const products = createKeyv<Product>({
  ...place,
  namespace: 'keyv-example',
  ttl: '10m',
  missingTtl: '30s',
  load: (ids) => database.productsById(ids),
})
products.on('error', (error) => console.error(`${error}`))
await products.clear() // What an earlier run has left in Redis.

await step('1,000 gets at once of a product that is not cached', async () => {
  const found = await Promise.all(Array.from({ length: 1_000 }, () => products.get('1')))
  return `${found.filter((product) => product?.name === 'Teapot').length} times the Teapot`
})

await step('three products, one of them cached', async () => {
  const found = await products.getMany(['1', '2', '3'])
  return found.map((product) => product?.name).join(', ')
})

await step('an ID that does not exist, three times', async () => {
  const found = [await products.get('spoon'), await products.get('spoon'), await products.get('spoon')]
  return JSON.stringify(found)
})

await step('a Date is a Date, from the cache too', async () => {
  const product = await products.get('1')
  return product?.since instanceof Date ? `since ${product.since.getUTCFullYear()}` : 'it is something else'
})

await step('a row changes and its key is deleted', async () => {
  database.rows.set('3', { name: 'Soup ladle', price: 8, since: new Date('2026-01-01') })
  await products.delete('3')
  return `${(await products.get('3'))?.name}`
})

interface ProductV2 extends Omit<Product, 'price'> {
  readonly price: { readonly amount: number; readonly currency: string }
}
const inEuros = (old: Product): ProductV2 => ({ ...old, price: { amount: old.price, currency: 'EUR' } })

/** The next release, where a price has a currency. It runs beside this one, on the same store. */
const nextProducts = createKeyv<ProductV2>({
  ...place,
  namespace: 'keyv-example',
  ttl: '10m',
  missingTtl: '30s',
  version: 2,
  upgrade: { 1: inEuros },
  load: async (ids) =>
    new Map([...(await database.productsById(ids))].map(([id, row]) => [id, inEuros(row)])),
})
nextProducts.on('error', (error) => console.error(`${error}`))

await step('the next release reads what this one has cached, in its own shape', async () => {
  const product = await nextProducts.get('1')
  return `${product?.price.amount} ${product?.price.currency}`
})

/** For what is no read of a database: a Keyv as ever, whose adapter is Larder's. */
const sessions = new Keyv<{ readonly user: string }>({
  store: new LarderKeyv({ ...place, namespace: 'keyv-example' }),
  namespace: 'sessions',
  ttl: 60_000,
})
sessions.on('error', (error) => console.error(`${error}`))

await step('a plain Keyv over LarderKeyv', async () => {
  await sessions.set('cookie', { user: 'Ada' })
  return `${(await sessions.get('cookie'))?.user}`
})

await sessions.disconnect()
await nextProducts.disconnect()
await products.disconnect()

async function step(what: string, run: () => Promise<string>): Promise<void> {
  database.queries = 0
  const outcome = await run()
  console.log(`${what}: ${outcome} (queries: ${database.queries})`)
}
