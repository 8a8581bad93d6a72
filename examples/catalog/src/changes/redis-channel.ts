/** Redis's publish and subscribe, between all processes of the catalogue that share it. */
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import type { OpenChannel } from './channel.ts'

const CHANNEL = 'catalog:changes'

interface Message {
  readonly from: string
  readonly productIds: readonly string[]
}

export function redisChannel(url: string): OpenChannel {
  return ({ heard, missed }) => {
    const own = randomUUID()
    // It is subscribed here and not by itself, so that it is known when nothing is missed any more.
    const subscriber = new Redis(url, { autoResubscribe: false })
    const publisher = new Redis(url)
    // The cache has the same server, and tells the log what is wrong with it.
    for (const client of [subscriber, publisher]) client.on('error', () => {})

    subscriber.on('ready', () => subscriber.subscribe(CHANNEL).then(missed, () => {}))
    subscriber.on('message', (_channel, text) => {
      const message = read(text)
      if (message === undefined) missed()
      else if (message.from !== own) heard(message.productIds)
    })
    return {
      tell(productIds) {
        // Its own pages do not have to wait for Redis, which may answer late or not at all.
        heard(productIds)
        publisher
          .publish(CHANNEL, JSON.stringify({ from: own, productIds } satisfies Message))
          .catch(() => {})
      },
      async close() {
        for (const client of [subscriber, publisher]) client.disconnect()
      },
    }
  }
}

/** Nothing where it is none of ours. */
function read(text: string): Message | undefined {
  try {
    const { from, productIds } = JSON.parse(text)
    return Array.isArray(productIds) ? { from, productIds } : undefined
  } catch {
    return undefined
  }
}
