/** Compiled, not run: what the types infer, and what they refuse. */
import { ApolloServer, type GraphQLRequestContext } from '@apollo/server'
import { createCache } from '@larder/core'
import type DataLoader from 'dataloader'
import type { subscribe } from 'graphql'
import { type LoadersContext, larder, resolver, subscribeWithLoaders, withLoaders } from '../src/index.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function expectType<Expected>() {
  return <Actual>(_actual: Actual, ..._same: Equal<Actual, Expected> extends true ? [] : [never]): void => {}
}

interface Product {
  readonly name: string
}
interface Cart {
  readonly productIds: readonly string[]
}
type Viewer = { userId?: string }
type Place = { readonly country: string; readonly city: string }

const cache = createCache({ namespace: 'types' })
const products = cache.loader('product', async (ids: readonly (string | number)[]) =>
  ids.map((id): Product => ({ name: String(id) })),
)
const weather = cache.loader(
  'weather',
  async (places: readonly Place[]) => places.map(() => ({ degrees: 20 })),
  { key: ({ country, city }) => `${country}/${city}` },
)
const carts = cache.loader(
  'cart',
  async (ids: readonly string[]) => ids.map((): Cart => ({ productIds: [] })),
  {
    scope: (context: Viewer) => context.userId,
  },
)
const loaders = { products, weather, carts }
type Context = Viewer & LoadersContext<typeof loaders>

// Every loader is a DataLoader of its own types.
export async function read(context: Context) {
  expectType<Product | null>()(await context.loaders.products.load(42))
  expectType<(Product | Error | null)[]>()(await context.loaders.products.loadMany(['42', 43]))
  expectType<{ degrees: number } | null>()(
    await context.loaders.weather.load({ country: 'NL', city: 'Delft' }),
  )
  expectType<Cart | null>()(await context.loaders.carts.load('main'))
  expectType<void>()(await context.loaders.products.invalidate(42))
  expectType<void>()(await context.loaders.carts.invalidateMany(['main']))

  // @ts-expect-error: no such loader
  context.loaders.orders
  // @ts-expect-error: a cart's ID is a string
  context.loaders.carts.load(42)
}
export function replace(context: Context, other: Context) {
  // @ts-expect-error: loaders are not replaced
  context.loaders.products = other.loaders.products
}
export function asDataLoader(context: Context): DataLoader<string | number, Product | null> {
  return context.loaders.products
}

// The plugin fits a server whose context has what the scopes need.
export const server = new ApolloServer<Context>({ typeDefs: '', plugins: [larder({ cache, loaders })] })
export const unscoped = new ApolloServer({
  typeDefs: '',
  plugins: [larder({ cache, loaders: { products } })],
})
export const ownContext = new ApolloServer<{ locale: string }>({
  typeDefs: '',
  plugins: [larder({ cache, loaders: { products, weather } })],
})
type Anonymous = { userId: number }
export const wrongContext = new ApolloServer<Anonymous>({
  typeDefs: '',
  // @ts-expect-error: the scope of carts takes a userId that is a string
  plugins: [larder({ cache, loaders })],
})

// withLoaders gives back the context that it was given, and the loaders.
expectType<Viewer & LoadersContext<typeof loaders>>()(withLoaders(loaders, {} as Viewer))
export const context: Context = withLoaders(loaders, { userId: 'ada' })
export const again: Context = withLoaders(loaders, context)
export const renamed: Viewer & LoadersContext<typeof loaders, 'entities'> = withLoaders(
  loaders,
  {} as Viewer,
  {
    contextKey: 'entities',
  },
)
// @ts-expect-error: the scope of carts takes a userId that is a string
withLoaders(loaders, { userId: 1 })

// It stands where GraphQL's own does.
export const subscribeAnew: (...args: Parameters<typeof subscribe>) => unknown = subscribeWithLoaders(loaders)
// @ts-expect-error: not loaders
subscribeWithLoaders({ products: 5 })

// @ts-expect-error: not a loader
larder({ cache, loaders: { products: new Map() } })
// @ts-expect-error: no such option
larder({ cache, loaders, raport: true })

// A policy's scope is a function of the context, and so the plugin's server has to have such a context.
type Shopper = { userId: string; locale: string }
const resolvers = {
  'Query.top': resolver({ ttl: (top: readonly Product[]) => top.length, scope: 'public' }),
  'Query.mine': resolver({ scope: ({ userId, locale }: Shopper) => ({ userId, locale }), context: ['db'] }),
  'Product.stock': resolver({ scope: 'public', key: (parent: { readonly id: string }) => parent.id }),
}
export const cachedResolvers = new ApolloServer<Shopper>({
  typeDefs: '',
  plugins: [larder({ cache, loaders: { products }, resolvers })],
})
export const inline = new ApolloServer<Shopper>({
  typeDefs: '',
  plugins: [
    larder({
      cache,
      loaders: { products },
      resolvers: {
        'Query.top': resolver({ scope: 'public' }),
        'Query.mine': resolver({ scope: ({ userId }: { userId: string }) => userId }),
        'Product.stock': resolver({ scope: 'public', key: ({ id }: { readonly id: string }) => id }),
      },
    }),
  ],
})
export const wrongScope = new ApolloServer<Viewer>({
  typeDefs: '',
  // @ts-expect-error: the scope of Query.mine takes a locale
  plugins: [larder({ cache, loaders: { products }, resolvers })],
})
// @ts-expect-error: what shares results says with whom
resolver({ ttl: '1m' })
// @ts-expect-error: what everyone shares is never unscoped
resolver({ scope: 'public', unscoped: 'bypass' })
// Options may be undefined, as configuration gives them.
declare const flag: boolean | undefined
declare const name: string | undefined
larder({
  cache,
  loaders,
  contextKey: name,
  report: flag,
  hints: flag,
  resolvers: flag ? resolvers : undefined,
  past: flag ? () => 'bypass' : undefined,
  invalidationTimeout: undefined,
  warm: undefined,
})
// @ts-expect-error: an identity is a string, a number or a bigint
resolver({ scope: 'public', key: (parent: { readonly id: string }) => parent })
// @ts-expect-error: not a way past the cache
larder({ cache, loaders, past: () => 'no-cache' })
// Who asks is found on the context, which the server has to have then.
larder({ cache, loaders, past: ({ contextValue }) => ('admin' in contextValue ? 'fresh' : undefined) })
const byRole = larder({
  cache,
  loaders,
  past: ({ contextValue }: GraphQLRequestContext<{ role: string }>) =>
    contextValue.role === 'editor' ? 'fresh' : undefined,
})
export const withRoles = new ApolloServer<Viewer & { role: string }>({ typeDefs: '', plugins: [byRole] })
// @ts-expect-error: no role
export const withoutRoles = new ApolloServer<Viewer>({ typeDefs: '', plugins: [byRole] })

// One result of a cached resolver, by its arguments and by whose it is.
cache.resolver('Query.top').invalidate()
cache.resolver('Query.mine').invalidate({ first: 5 }, 'ada')
cache.resolver('Product.stock').invalidate({}, undefined, 7)
// @ts-expect-error: a key is no record
cache.resolver('Product.stock').invalidate({}, undefined, { parent: 7 })
