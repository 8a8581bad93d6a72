/** A way to Redis on which answers take longer. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SlowWire {
  readonly port: number
  /** By how much each answer is late, in ms. Nothing of it overtakes. */
  delay: number
  close(): Promise<void>
}

const host = '127.0.0.1'

export async function startSlowWire(to: number): Promise<SlowWire> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(to, host)
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {}) // Followed by `close`.
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (bytes) => void setTimeout(() => near.write(bytes), wire.delay))
  })
  server.listen(0, host)
  await once(server, 'listening')

  const wire: SlowWire = {
    port: (server.address() as AddressInfo).port,
    delay: 0,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
  return wire
}
