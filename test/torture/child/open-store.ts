/** The store of one process, and the client that it is handed, if any. */
import type { Store } from '@larder/core'
import { redisStore } from '@larder/redis'
import { Cluster, Redis } from 'ioredis'
import type { Assignment } from '../protocol.ts'
import { STORE_TIMEOUT } from '../settings.ts'

export function openStore(assignment: Assignment): { store: Store; end(): void } {
  const client = openClient(assignment)
  client?.on('error', () => {}) // Redis is restarted on purpose.
  const store = redisStore(client ?? (assignment.redis as string), { timeout: STORE_TIMEOUT })
  return {
    store: assignment.deaf ? { ...store, bus: { subscribe: () => () => {} } } : store,
    end: () => client?.disconnect(),
  }
}

function openClient({ redis, ownClient }: Assignment): Redis | Cluster | undefined {
  if (typeof redis === 'string') return ownClient ? new Redis(redis) : undefined
  const { startupNodes, natMap } = redis
  return new Cluster([...startupNodes], {
    ...(natMap && { natMap }),
    ...(!ownClient && { enableOfflineQueue: false, redisOptions: { maxRetriesPerRequest: 0 } }),
  })
}
