/** A proxy before Redis that holds each reply back for a while, so that what is sent without waiting for it shows. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SlowProxy {
  readonly url: string
  /** What has gone through since it was last asked. */
  taken(): Passed
  /** Whether a connection of Redis, by its `host:port`, is one of its own. */
  owns(address: string): boolean
  close(): Promise<void>
}

export interface Passed {
  /** How often something was sent after a reply, or first of all: what is sent meanwhile, on any connection, has not waited. */
  readonly roundTrips: number
  /** Sent and received. */
  readonly bytes: number
}

/** Milliseconds: longer than it takes to send a batch, in however many pieces, and much less than a cache's patience. */
const HELD = 20

export async function openSlowProxy(redisUrl: string): Promise<SlowProxy> {
  const { hostname, port } = new URL(redisUrl)
  const sockets = new Set<Socket>()
  const owned = new Set<string>()
  let hasWaited = true
  let roundTrips = 0
  let bytes = 0
  const server = createServer((client) => {
    const redis = connect(Number(port), hostname, () => owned.add(`${redis.localAddress}:${redis.localPort}`))
    for (const socket of [client, redis]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      // It ends with 'close', which is all that there is to do.
      socket.on('error', () => {})
    }
    client.on('close', () => redis.destroy())
    // After the last reply, which is held back as well.
    redis.on('close', () => setTimeout(() => client.destroy(), HELD))
    client.on('data', (sent) => {
      if (hasWaited) roundTrips++
      hasWaited = false
      bytes += sent.length
      redis.write(sent)
    })
    redis.on('data', (reply) => {
      bytes += reply.length
      setTimeout(() => {
        hasWaited = true
        client.write(reply)
      }, HELD)
    })
  })
  server.listen(0, hostname)
  await once(server, 'listening')
  return {
    url: `redis://${hostname}:${(server.address() as AddressInfo).port}`,
    taken() {
      const passed = { roundTrips, bytes }
      hasWaited = true
      roundTrips = 0
      bytes = 0
      return passed
    },
    owns: (address) => owned.has(address),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
