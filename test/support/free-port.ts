import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of `host` that was free a moment ago. Another process may take it yet: whoever binds it must be ready to ask again. */
export async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new TypeError(`expected a port, got ${address}`)
  return address.port
}
