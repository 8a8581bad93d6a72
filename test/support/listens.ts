import { once } from 'node:events'
import { connect } from 'node:net'

/** Whether somebody takes connections at the host and port of a URL. */
export async function listens(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
