/** `GET /changes`: which products have a new price, as server-sent events. IDs only: each page asks for what it shows. */
import type { ServerResponse } from 'node:http'
import type { Cache } from '@larder/core'
import type { RequestHandler } from 'express'
import { PRICE_LOADERS } from '../loaders/price.ts'
import type { OpenChannel } from './channel.ts'

export interface Changes {
  readonly route: RequestHandler
  close(): Promise<void>
}

/** Tells of an invalidation once it is done: whoever asks on hearing of it is never given the older price. */
export function openChanges(cache: Cache, openChannel: OpenChannel): Changes {
  const streams = new Set<ServerResponse>()
  let isClosed = false

  const endStreams = () => {
    for (const stream of streams) stream.end()
  }
  const channel = openChannel({
    heard(productIds) {
      const event = `event: changed\ndata: ${JSON.stringify(productIds)}\n\n`
      for (const stream of streams) {
        // Who does not read what it has asked for is not waited for: it may come again.
        if (!stream.write(event)) stream.destroy()
      }
    },
    // Pages that lose their stream listen and ask anew.
    missed: endStreams,
  })
  const unsubscribe = cache.on('invalidated', ({ loader, ids }) => {
    if (PRICE_LOADERS.has(loader)) channel.tell(ids)
  })

  return {
    route(_request, response) {
      if (isClosed) return void response.status(503).end()
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.flushHeaders()
      streams.add(response)
      response.on('close', () => streams.delete(response))
    },
    async close() {
      isClosed = true
      unsubscribe()
      endStreams()
      await channel.close()
    },
  }
}
