/** A small shop over sources in the test's hands: products, who makes them, and a cart for each user. */
import { type CacheOptions, createCache } from '@larder/core'
import { loaderSpy, manualClock } from '@larder/core/testing'
import type { LoadersContext } from '../../src/index.ts'
import { atEnd } from './at-end.ts'

export interface Product {
  readonly id: string
  readonly name: string
  readonly makerId: string
}

export interface Maker {
  readonly id: string
  readonly name: string
}

export interface Cart {
  readonly owner: string
  readonly productIds: readonly string[]
}

export type Viewer = { userId?: string }
export type Shop = ReturnType<typeof createShop>
export type ShopContext = Viewer & LoadersContext<Shop['loaders']>

/** Time stands still unless the test moves it. Fresh for a minute, stale for an hour. */
export function createShop(options: Partial<CacheOptions> = {}) {
  const clock = manualClock()
  const cache = createCache({ namespace: 'shop', clock, ...options })
  atEnd(() => cache.close())
  const products = loaderSpy<string, Product>([
    ['1', { id: '1', name: 'Flour', makerId: 'mill' }],
    ['2', { id: '2', name: 'Bran', makerId: 'mill' }],
    ['3', { id: '3', name: 'Honey', makerId: 'bees' }],
    ['42', { id: '42', name: 'Towel', makerId: 'bees' }],
  ])
  const makers = loaderSpy<string, Maker>([
    ['mill', { id: 'mill', name: 'The Mill' }],
    ['bees', { id: 'bees', name: 'The Bees' }],
  ])
  const cartsLoaded: { readonly scope: string; readonly ids: readonly string[] }[] = []
  const policy = { ttl: '1m', grace: '1h', jitter: 0, early: { beta: 0 } } as const

  const loaders = {
    products: cache.loader(
      'product',
      (ids: readonly (string | number)[], context) => products.load(ids.map(String), context),
      { ...policy, key: productKey },
    ),
    makers: cache.loader('maker', makers.load, policy),
    carts: cache.loader(
      'cart',
      async (ids: readonly string[], { scope }) => {
        cartsLoaded.push({ scope, ids })
        return ids.map((id): Cart => ({ owner: `${scope} (${id})`, productIds: ['1'] }))
      },
      { ...policy, scope: (context: Viewer) => context.userId },
    ),
  }
  return { cache, clock, loaders, products, makers, cartsLoaded }
}

function productKey(id: string | number): string | number {
  if (id === '') throw new RangeError('A product has an ID')
  return id
}

/** Changes the source, and nothing else. */
export function renameInSource({ products }: Shop, id: string, name: string): void {
  const product = products.rows.get(id)
  if (product === undefined || product instanceof Error) throw new Error(`There is no product ${id}`)
  products.rows.set(id, { ...product, name })
}
