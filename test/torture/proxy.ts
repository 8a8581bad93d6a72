/** A TCP proxy before Redis that can deliver a fill and lose its reply. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface RedisProxy {
  /** What ioredis needs to connect. */
  readonly options: { readonly host: string; readonly port: number }
  /**
   * Lets the next fill through, swallows what Redis answers, and cuts the connection after `delay` ms. Resolves with
   * whether there was a fill before `signal` aborted.
   */
  loseReply(delay: number, signal: AbortSignal): Promise<boolean>
  close(): Promise<void>
}

const host = '127.0.0.1'

/** @param fill What is found in the command that fills, and in no other. */
export async function startProxy(port: number, fill: string): Promise<RedisProxy> {
  const sockets = new Set<Socket>()
  /** The next fill's fate. */
  let lose: ((client: Socket, redis: Socket) => void) | undefined

  const server = createServer((client) => {
    const redis = connect(port, host)
    for (const socket of [client, redis]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {}) // Followed by `close`.
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        redis.destroy()
      })
    }
    client.on('data', (bytes) => {
      redis.write(bytes)
      if (lose !== undefined && bytes.includes(fill)) lose(client, redis)
    })
    redis.on('data', (bytes) => void client.write(bytes))
  })
  server.listen(0, host)
  await once(server, 'listening')

  return {
    options: { host, port: (server.address() as AddressInfo).port },

    loseReply: (delay, signal) =>
      new Promise((resolve) => {
        const giveUp = () => {
          lose = undefined
          resolve(false)
        }
        signal.addEventListener('abort', giveUp, { once: true })
        lose = (client, redis) => {
          lose = undefined
          redis.removeAllListeners('data')
          // Redis has answered, so the fill was delivered.
          redis.once('data', () => {
            signal.removeEventListener('abort', giveUp)
            setTimeout(() => {
              client.destroy()
              resolve(true)
            }, delay)
          })
        }
      }),

    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
