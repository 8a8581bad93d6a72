/** What compiles, and what must not. */
import { createCache } from '@larder/core'
import { keyvStore } from '@larder/keyv'
import { Keyv as Keyv5 } from 'keyv5'
import { Keyv as Keyv6 } from 'keyv6'

createCache({ namespace: 'shop', store: keyvStore(new Keyv5()) })
createCache({ namespace: 'shop', store: keyvStore(new Keyv6()) })
keyvStore(new Keyv5<string>({ store: new Map() }))
keyvStore(new Keyv6<{ name: string }>(new Map()))

// @ts-expect-error an adapter is no Keyv
keyvStore(new Map())
// @ts-expect-error a URL is none either
keyvStore('redis://localhost')
// @ts-expect-error Keyv keeps the time of what it holds, so there is no such option
keyvStore(new Keyv6(), { ttl: '1m' })
