import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'

export interface PgliteServer {
  readonly url: string
  stop(): Promise<void>
}

/** Instead of its length and version, a first message may hold the wish for TLS. */
const SSL_REQUEST = 80_877_103

/**
 * An empty Postgres that speaks its protocol on a port: PGlite behind a socket. All connections are one session to it, so
 * they take turns by what arrives at once: a statement with its parameters.
 */
export async function startPgliteServer(): Promise<PgliteServer> {
  const pglite = await PGlite.create({ loadDataDir: await dataDir() })
  const sockets = new Set<Socket>()
  let turn: Promise<unknown> = Promise.resolve()

  function serve(socket: Socket): void {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (bytes) => {
      turn = turn.then(async () => socket.write(await answer(bytes)))
    })
  }

  async function answer(bytes: Buffer): Promise<Uint8Array | string> {
    const wishesTls = bytes.length === 8 && bytes.readInt32BE(4) === SSL_REQUEST
    return wishesTls ? 'N' : pglite.execProtocolRaw(bytes)
  }

  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await turn
      await pglite.close()
    },
  }
}
