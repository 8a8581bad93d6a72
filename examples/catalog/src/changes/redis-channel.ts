/** Redis's publish and subscribe, between all processes of the catalogue that share it. */
import { Redis } from 'ioredis'
import type { OpenChannel } from './channel.ts'

const CHANNEL = 'catalog:changes'

export function redisChannel(url: string): OpenChannel {
  return ({ heard, missed }) => {
    // It is subscribed here and not by itself, so that it is known when nothing is missed any more.
    const subscriber = new Redis(url, { autoResubscribe: false })
    const publisher = new Redis(url)
    // The cache has the same server, and tells the log what is wrong with it.
    for (const client of [subscriber, publisher]) client.on('error', () => {})

    subscriber.on('ready', () => subscriber.subscribe(CHANNEL).then(missed, () => {}))
    subscriber.on('message', (_channel, message) => heard(JSON.parse(message)))
    return {
      tell(productIds) {
        // This process at least has changed it.
        publisher.publish(CHANNEL, JSON.stringify(productIds)).catch(() => heard(productIds))
      },
      async close() {
        for (const client of [subscriber, publisher]) client.disconnect()
      },
    }
  }
}
