/** Compiled, not run: what the types infer, and what they refuse. */
import { createCache, type Duration, type Loader, type ScopedLoader } from '@larder/core'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function expectType<Expected>() {
  return <Actual>(_actual: Actual, ..._same: Equal<Actual, Expected> extends true ? [] : [never]): void => {}
}

interface Product {
  readonly name: string
}
interface Place {
  readonly country: string
  readonly city: string
}
type Viewer = { readonly userId?: string; readonly tenant: number }
declare const products: readonly Product[]
declare const cache: ReturnType<typeof createCache>

// Keys and values come from the load function: nothing but its own parameter is annotated.
expectType<Loader<string, Product>>()(cache.loader('product', async (_ids: readonly string[]) => products))
expectType<Loader<string, Product>>()(cache.loader('product', (_ids: readonly string[]) => products))
expectType<Loader<number, Product>>()(
  cache.loader('product', async (_ids: readonly number[]) => products, { ttl: '5m' }),
)
expectType<Loader<bigint, string>>()(cache.loader('product', (ids: readonly bigint[]) => ids.map(String)))
expectType<Loader<string | number, Product>>()(
  cache.loader('product', (_ids: readonly (string | number)[]) => products),
)
// @ts-expect-error: the IDs are not load's to change
cache.loader('product', (_ids: string[]) => products)

// null, undefined and Error in the answer are no part of the value.
expectType<Loader<string, Product>>()(
  cache.loader('product', async (_ids: readonly string[]) => products as (Product | null)[]),
)
expectType<Loader<string, Product>>()(
  cache.loader('product', (_ids: readonly string[]) => products as (Product | undefined | Error)[]),
)
expectType<Loader<string, Product>>()(
  cache.loader(
    'product',
    (_ids: readonly string[]) => products as (Product | null | undefined | TypeError)[],
    {
      ttl: 5,
    },
  ),
)

// A Map is an answer, keyed by ID or by what `key` makes of it.
expectType<Loader<string, Product>>()(
  cache.loader('product', async (_ids: readonly string[]) => new Map<string, Product>()),
)
expectType<Loader<string, Product>>()(
  cache.loader('product', async (_ids: readonly string[]) => new Map<number, Product | null>()),
)
expectType<Loader<Place, number>>()(
  cache.loader('weather', async (_places: readonly Place[]) => new Map<string, number>(), {
    key: ({ city }) => city,
  }),
)

// What is read is a value, null or an error.
export async function read(loader: Loader<string, Product>) {
  expectType<Product | null>()(await loader.load('1'))
  expectType<(Product | null | Error)[]>()(await loader.loadMany(['1'], { signal: AbortSignal.timeout(5) }))
  expectType<Product | null | undefined>()(await loader.cached('1'))
  expectType<boolean[]>()(await loader.invalidateMany(['1']))
  await loader.prime('1', null)
  await loader.prime('1', { name: 'bread' })
  // @ts-expect-error: no Product
  await loader.prime('1', { title: 'bread' })
  // @ts-expect-error: an ID is a string
  await loader.load(1)
}

// An object needs a `key`, by its type; what has one of its own does not.
// @ts-expect-error: no key
cache.loader('weather', async (places: readonly Place[]) => places)
// @ts-expect-error: no key
cache.loader('weather', async (places: readonly Place[]) => places, { ttl: '5m' })
// @ts-expect-error: a key is a string, a number or a bigint
cache.loader('weather', async (places: readonly Place[]) => places, { key: (place: Place) => place })
expectType<Loader<Place, number>>()(
  cache.loader('weather', async (_places: readonly Place[]) => [20], {
    key: (place) => `${place.country}/${place.city}`,
  }),
)
expectType<Loader<string, Product>>()(
  cache.loader('product', (_ids: readonly string[]) => products, { key: (id) => id.toLowerCase() }),
)

// The signal and the number of the load are there; without a scope there is none.
cache.loader('product', (_ids: readonly string[], { signal, scope, load }) => {
  expectType<AbortSignal>()(signal)
  expectType<undefined>()(scope)
  expectType<number>()(load)
  return products
})

// Options see the value.
cache.loader('product', (_ids: readonly string[]) => products, {
  ttl: (product) => {
    expectType<Product>()(product)
    return product.name === '' ? 0 : '5m'
  },
  codec: { encode: (product) => product.name, decode: (name: string) => ({ name }) },
  validate: (id) => id.length > 2,
})
// @ts-expect-error: no duration
cache.loader('product', (_ids: readonly string[]) => products, { ttl: '5 parsecs' })
// @ts-expect-error: no duration
cache.loader('product', (_ids: readonly string[]) => products, { ttl: () => new Date() })
cache.loader('product', (_ids: readonly string[]) => products, {
  // @ts-expect-error: no Product
  codec: { encode: (product) => product.name, decode: (name: string) => name },
})
// @ts-expect-error: no such option
cache.loader('product', (_ids: readonly string[]) => products, { tll: '5m' })
// @ts-expect-error: without a scope there is nothing to bypass
cache.loader('product', (_ids: readonly string[]) => products, { unscoped: 'bypass' })

// An upgrade makes a current value of whatever the older one was.
type ProductV1 = { readonly title: string }
cache.loader('product', (_ids: readonly string[]) => products, {
  version: 3,
  upgrade: { 1: (old: ProductV1) => ({ name: old.title }), 2: (old: Product) => old },
})
cache.loader('product', (_ids: readonly string[]) => products, {
  version: 2,
  // @ts-expect-error: no Product
  upgrade: { 1: (old: ProductV1) => old },
})

// A scope's type comes from its function, and `load` is given one that is there.
const carts = cache.loader(
  'cart',
  (ids: readonly string[], { scope }) => {
    expectType<string>()(scope)
    return ids.map(() => products)
  },
  { scope: (context: Viewer) => context.userId },
)
expectType<ScopedLoader<string, readonly Product[], Viewer, string | undefined>>()(carts)
const bypassing = cache.loader(
  'cart',
  (ids: readonly string[], { scope }) => {
    expectType<string | undefined>()(scope)
    return ids.map(() => products)
  },
  { scope: (context: Viewer) => context.userId, unscoped: 'bypass' },
)
expectType<ScopedLoader<string, readonly Product[], Viewer, string | undefined>>()(bypassing)
const priced = cache.loader(
  'price',
  async (_places: readonly Place[], { scope: { tenant, locale } }) => {
    expectType<number>()(tenant)
    expectType<string>()(locale)
    return new Map<string, number>()
  },
  {
    key: ({ city }) => city,
    scope: ({ tenant }: Viewer) => ({ tenant, locale: 'nl' }),
    ttl: (price) => {
      expectType<number>()(price)
      return '5m'
    },
  },
)

export async function readScoped(viewer: Viewer) {
  expectType<Loader<string, readonly Product[]>>()(carts.bind(viewer))
  expectType<number | null>()(
    await priced.for({ tenant: 1, locale: 'nl' }).load({ country: 'NL', city: 'Delft' }),
  )
  // @ts-expect-error: without a scope there is nothing to load
  carts.load('1')
  // @ts-expect-error: without a scope there is nothing to invalidate
  carts.invalidate('1')
  // @ts-expect-error: without a scope there is nothing to warm
  carts.warm(['1'])
  // @ts-expect-error: a userId is a string
  carts.for(5)
  // @ts-expect-error: no Viewer
  carts.bind({ userId: 'ada' })
  // @ts-expect-error: no locale
  priced.for({ tenant: 1 })
}
// @ts-expect-error: an object needs a key, with a scope too
cache.loader('price', async (_places: readonly Place[]) => [1], { scope: ({ tenant }: Viewer) => tenant })

// Events are typed.
cache.on('load', ({ ids, ms, background }) => {
  expectType<readonly string[]>()(ids)
  expectType<number>()(ms)
  expectType<boolean>()(background)
})
// @ts-expect-error: no such event
cache.on('loaded', () => {})
// @ts-expect-error: a cache has a namespace
createCache({})
// @ts-expect-error: no such option
createCache({ namespace: 'shop', ttl: '5m' })

export const durations: readonly Duration[] = [5, '5ms', '1.5s', '30s', '10m', '2h', '40d', '1w', '1y']
