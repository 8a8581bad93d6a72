import { createCache, createReport, InvalidationPendingError } from '@larder/core'
import { redisStore } from '@larder/redis'
import type { Redis } from 'ioredis'
import { COOL_DOWN, LOAD_TIMEOUT, STORE_TIMEOUT, TTL, WAIT_TIMEOUT } from '../settings.ts'
import type { Load, Row } from '../source.ts'
import type { Cached, Contender, Policy } from './contender.ts'

export const larder: Contender = { client: {}, open }

function open(client: Redis, load: Load, policy: Policy): Cached {
  const cache = createCache({
    namespace: 'shop',
    store: redisStore(client, { timeout: STORE_TIMEOUT }),
    storeTimeout: STORE_TIMEOUT,
  })
  const loader = cache.loader<string, Row>('row', load, {
    ttl: TTL,
    // Chance has no part in how many calls there are.
    jitter: 0,
    early: { beta: 0 },
    timeout: LOAD_TIMEOUT,
    waitTimeout: WAIT_TIMEOUT,
    cooldown: { base: COOL_DOWN, cap: COOL_DOWN },
    ...policy,
  })
  const pending = new Set<string>()
  let settle = () => {}
  cache.on('invalidated', ({ ids }) => {
    for (const id of ids) pending.delete(id)
    if (pending.size === 0) settle()
  })

  return {
    async read(ids) {
      const report = createReport()
      const answers = await loader.loadMany(ids, { report })
      return {
        answers,
        cached: report.hits + report.stale + report.missing,
        loaded: report.loaded + report.joined,
      }
    },
    async invalidate(id) {
      pending.add(id)
      await loader.invalidate(id).catch((error) => {
        if (!(error instanceof InvalidationPendingError)) pending.delete(id)
        throw error
      })
    },
    async settled() {
      if (pending.size > 0)
        await new Promise<void>((resolve) => {
          settle = resolve
        })
      return true
    },
    close: () => cache.close(),
  }
}
