/** Where a URL leads to, and the URL that leads there by way of a gate. */
import type { NetConnectOpts } from 'node:net'
import { Redis } from 'ioredis'
import pg from 'pg'
import { GATE_HOST } from './gate.ts'
import { ServerError } from './server-error.ts'

/** As the client understands the URL. @throws ServerError where it asks for TLS. */
export function postgresAddress(url: string): NetConnectOpts {
  const { host, port, ssl } = new pg.Client(url)
  if (ssl) throw withoutTls('DATABASE_URL', 'sslmode=disable')
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** As the client understands the URL. @throws ServerError where it asks for TLS. */
export function redisAddress(url: string): NetConnectOpts {
  const { host = 'localhost', port = 6379, tls } = new Redis(url, { lazyConnect: true }).options
  if (tls !== undefined) throw withoutTls('REDIS_URL', 'redis://')
  return { host, port }
}

/** The rest of the URL stays: who asks, for which database, with which settings. */
export function byWayOf(gate: { readonly port: number }, url: string): string {
  const gated = new URL(url)
  gated.hostname = GATE_HOST
  gated.port = String(gate.port)
  for (const name of ['host', 'port']) gated.searchParams.delete(name)
  return gated.href
}

function withoutTls(variable: string, instead: string): ServerError {
  return new ServerError(
    `${variable}: expected a server without TLS, received a URL that asks for it. The lab stands between its processes ` +
      `and the server to cut them off, and certificates are not made out to it. Use ${instead}, on a server of this machine.`,
  )
}
