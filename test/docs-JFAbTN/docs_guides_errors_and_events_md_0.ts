import { createCache } from '@larder/core'

const cache = createCache({ namespace: 'shop' })
cache.on('store-error', ({ operation, error }) => console.warn(`cache: ${operation} failed`, error.cause))
cache.on('load', ({ loader, ids, ms }) => console.log(`${loader}: loaded ${ids.length} in ${ms} ms`))
export {}
