/** A Redis server, or a Cluster, as a store that can be asked. */
import type { Store } from '@larder/core'
import { ClientNotReadyError, redisStore } from '@larder/redis'
import { Cluster } from 'ioredis'
import type { Where } from './arguments.ts'

/** Milliseconds for which a connection is waited for, and each command. */
export const PATIENCE = 5_000
const PAUSE = 20

/** Does `work`, and then ends all connections. Rejects with what `work` does, or where there is no connection in time. */
export async function withStore<R>(
  { url, isCluster }: Where,
  work: (store: Store) => Promise<R>,
): Promise<R> {
  const cluster = isCluster ? openCluster(url) : undefined
  const store = redisStore(cluster ?? url, { timeout: PATIENCE })
  try {
    await untilReady(store)
    return await work(store)
  } finally {
    await store.close()
    cluster?.disconnect()
  }
}

function openCluster(url: string): Cluster {
  const { username, password, protocol } = new URL(url)
  const cluster = new Cluster([url], {
    clusterRetryStrategy: () => null,
    redisOptions: {
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
  })
  // Told by the commands.
  cluster.on('error', () => {})
  return cluster
}

async function untilReady(store: Store): Promise<void> {
  const end = performance.now() + PATIENCE
  for (;;) {
    try {
      await store.readMany(['larder'])
      return
    } catch (error) {
      const isConnecting = error instanceof ClientNotReadyError && error.status !== 'end'
      if (!isConnecting || performance.now() > end) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}

/** The same store for several caches, one after the other: who connected ends it. */
export function kept(store: Store): Store {
  return { ...store, close: async () => {} }
}
