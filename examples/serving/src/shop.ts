/** What all the examples serve: a source that notes each call, a cache, and its loaders. Nothing in here knows GraphQL's transport. */
import { EventEmitter } from 'node:events'
import type { LoadersContext } from '@larder/apollo'
import { createCache } from '@larder/core'

export interface Product {
  readonly id: string
  readonly name: string
}

export interface Cart {
  readonly owner: string
  readonly productIds: readonly string[]
}

/** What a context function knows before the loaders are on the context. */
export type Viewer = { userId?: string | undefined }
export type Shop = ReturnType<typeof createShop>
export type ShopContext = Viewer & LoadersContext<Shop['loaders']>

/** What serves a shop. */
export interface Served {
  readonly url: string
  /** Ends what `serve` began. The cache stays open: whoever made the shop closes it. */
  stop(): Promise<unknown>
}

export function createShop() {
  const cache = createCache({ namespace: 'shop' })
  const names = new Map([
    ['1', 'Flour'],
    ['2', 'Bran'],
    ['3', 'Honey'],
  ])
  /** One line for each call of the source. */
  const loads: string[] = []
  /** Every subscription listens to it, and no number of them is a leak. */
  const events = new EventEmitter<{ renamed: [id: string] }>().setMaxListeners(0)
  const policy = { ttl: '10m', grace: '1h', missingTtl: '30s' } as const

  const loaders = {
    products: cache.loader(
      'product',
      async (ids: readonly string[]) => {
        loads.push(`products ${ids}`)
        return ids.map((id): Product | null => productOf(id, names.get(id)))
      },
      policy,
    ),
    carts: cache.loader(
      'cart',
      async (ids: readonly string[], { scope }) => {
        loads.push(`carts ${ids} of ${scope}`)
        return ids.map((): Cart => ({ owner: scope, productIds: ['1', '2'] }))
      },
      { ...policy, scope: (viewer: Viewer) => viewer.userId },
    ),
  }
  return { cache, loaders, names, loads, events }
}

function productOf(id: string, name: string | undefined): Product | null {
  return name === undefined ? null : { id, name }
}
