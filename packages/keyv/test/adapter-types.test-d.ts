/** What the adapter and `createKeyv` take and give, as TypeScript sees it. */
import { createKeyv, LarderKeyv } from '@larder/keyv'
import { Keyv as Keyv5 } from 'keyv5'
import { Keyv as Keyv6 } from 'keyv6'

interface Product {
  readonly name: string
}

new Keyv5<Product>({ store: new LarderKeyv() })
new Keyv6<Product>({ store: new LarderKeyv() })

const products = createKeyv<Product>({ ttl: '10m', missingTtl: '30s' })
const found = await products.get('1')
export const known: Product | null | undefined = found
export const isSet: boolean = await products.set('1', null)

// @ts-expect-error: it may be null
export const wrong: Product | undefined = found

createKeyv({
  load: (keys: readonly string[], { signal }) => keys.map((key) => (signal.aborted ? null : { name: key })),
  grace: '1h',
  version: 2,
  upgrade: { 1: (old: string) => ({ name: old }) },
})

// @ts-expect-error: what is upgraded is a Product
createKeyv<Product>({ version: 2, upgrade: { 1: () => 1 } })

// @ts-expect-error: a Keyv knows no request
createKeyv({ scope: () => 'user' })

// @ts-expect-error: there is no such option
new LarderKeyv({ ttl: '1m' })
