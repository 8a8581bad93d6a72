import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a server, through which a test can keep the replies back, and which it can cut. */
export interface Wire {
  readonly port: number
  /** From now on what the server says is not passed on, until the connections are cut. */
  holdReplies(): void
  /** Ends all connections, without passing on what was kept back. Later ones go through. */
  cut(): void
  close(): Promise<void>
}

const host = '127.0.0.1'

export async function startWire(to: number): Promise<Wire> {
  let isHolding = false
  const sockets = new Set<Socket>()

  const server = createServer((near) => {
    const far = connect(to, host)
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket)
      socket.on('error', () => {}) // It is cut on purpose.
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => {
      if (!isHolding) near.write(bytes)
    })
  })
  server.listen(0, host)
  await once(server, 'listening')

  const cut = () => {
    isHolding = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    holdReplies() {
      isHolding = true
    },
    cut,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
