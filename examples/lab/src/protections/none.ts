/** Cache-aside: look, and where there is nothing ask the database. */
import { cacheByHand } from './by-hand.ts'
import type { Protection, ProtectionOptions } from './protection.ts'

export function unprotected(options: ProtectionOptions): Protection {
  const cache = cacheByHand(options)
  return {
    ...cache,
    async read(id) {
      if (await cache.has(id)) return 'hits'
      await cache.load(id)
      return 'loaded'
    },
    async close() {},
  }
}
