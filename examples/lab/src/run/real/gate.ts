/** A way to a server that can be frozen or closed, on a port of the loopback interface. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/**
 * `open`: what comes passes. `frozen`: connections are made and stay, and what comes waits, in both directions. `closed`:
 * connections are reset, new ones at once.
 */
type GateState = 'open' | 'frozen' | 'closed'

export interface Gate {
  readonly port: number
  set(state: GateState): void
  close(): Promise<void>
}

export const GATE_HOST = '127.0.0.1'

export async function startGate(to: NetConnectOpts): Promise<Gate> {
  const sockets = new Set<Socket>()
  let state: GateState = 'open'
  /** Resolves when the gate is not frozen. */
  let thawed = Promise.resolve()
  let thaw = () => {}

  // An end passes as bytes do, behind those that came before it; hence sockets whose other direction stays open.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    if (state === 'closed') return void near.resetAndDestroy()
    const far = connect({ ...to, allowHalfOpen: true, noDelay: true })
    join(near, far)
    join(far, near)
  })

  function join(from: Socket, onto: Socket): void {
    sockets.add(from)
    from.on('close', () => sockets.delete(from))
    from.on('error', () => onto.resetAndDestroy())
    from.pipe(passage()).pipe(onto)
  }

  function passage(): Transform {
    return new Transform({
      transform: (bytes, _, pass) => void thawed.then(() => pass(null, bytes)),
      flush: (pass) => void thawed.then(() => pass()),
    })
  }

  server.listen(0, GATE_HOST)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      state = next
      thaw()
      if (state === 'closed') for (const socket of sockets) socket.resetAndDestroy()
      if (state !== 'frozen') return
      thawed = new Promise((resolve) => {
        thaw = resolve
      })
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
