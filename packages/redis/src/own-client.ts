/** The clients that the store makes for itself, and how they end. */
import { type Clock, withDeadline } from '@larder/core'
import { Redis } from 'ioredis'
import type { Disconnectable, RedisClient } from './client.ts'
import { checkUrl } from './url.ts'

/**
 * A client that fails at once instead of waiting: without a connection it queues nothing, and what was under way when
 * a connection was lost is not sent again.
 *
 * @throws OptionError on what is no URL of a server.
 */
export function openClient(url: string): RedisClient {
  checkUrl(url)
  return new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, disconnectTimeout: 0 })
}

/** Ends a client that `openClient` made: what is under way gets its answers first, if they come in time. */
export async function endClient(client: RedisClient, clock: Clock, timeout: number): Promise<void> {
  if (client.status === 'ready') {
    await withDeadline(clock, timeout, 'quit', client.quit()).catch(() => {})
  }
  await disconnect(client)
}

/** Resolves when the client has no socket and no timer any more. */
export async function disconnect(client: Disconnectable): Promise<void> {
  if (client.status === 'end') return
  const isBetweenConnections = client.status === 'reconnecting'
  client.disconnect()
  await new Promise<void>((resolve) => {
    // ioredis does not tell the end then, and leaves a timer of 1 ms for a socket that is gone.
    if (isBetweenConnections) setTimeout(resolve, 1)
    else client.on('end', () => resolve())
  })
}
