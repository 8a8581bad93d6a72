/** A way to Redis on which a test can have what is published lost. Everything else goes through. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface BusWire {
  readonly url: string
  /** From now on what is published does not arrive, and nobody can notice. Until the next `cut`. */
  lose(): void
  /** Ends the subscriptions. Whoever subscribes again is kept waiting. */
  cut(): void
  /** Lets those through who wait since `cut`. */
  mend(): void
  close(): Promise<void>
}

interface Subscriber {
  readonly near: Socket
  readonly far: Socket
  readonly held: Buffer[]
}

const host = '127.0.0.1'
/** As ioredis writes it. */
const SUBSCRIBE = '\r\nsubscribe\r\n'

export async function startBusWire(to: number): Promise<BusWire> {
  let state: 'whole' | 'losing' | 'cut' = 'whole'
  const sockets = new Set<Socket>()
  const subscribers = new Set<Subscriber>()

  const server = createServer((near) => {
    const far = connect(to, host)
    let subscriber: Subscriber | undefined
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {}) // It is cut on purpose.
      socket.on('close', () => {
        sockets.delete(socket)
        if (subscriber !== undefined) subscribers.delete(subscriber)
        other.destroy()
      })
    }
    near.on('data', (bytes) => {
      if (subscriber === undefined && bytes.includes(SUBSCRIBE)) {
        subscriber = { near, far, held: [] }
        subscribers.add(subscriber)
      }
      if (subscriber !== undefined && state === 'cut') subscriber.held.push(bytes)
      else far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (subscriber === undefined || state !== 'losing') near.write(bytes)
    })
  })
  server.listen(0, host)
  await once(server, 'listening')

  return {
    url: `redis://${host}:${(server.address() as AddressInfo).port}`,
    lose() {
      state = 'losing'
    },
    cut() {
      state = 'cut'
      for (const { near } of subscribers) near.destroy()
    },
    mend() {
      state = 'whole'
      for (const { far, held } of subscribers) for (const bytes of held.splice(0)) far.write(bytes)
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
