/** The environment variables that the catalogue knows. What is empty counts as not set. */
import { type Mode, type NearOptions, toMs } from '@larder/core'
import type { CatalogOptions } from './app.ts'
import { StartError } from './start-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** @throws StartError */
export function readEnvironment(environment: Environment): CatalogOptions {
  return {
    port: readPort(environment.PORT || '4000'),
    databaseUrl: readUrl(environment, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    mode: readMode(environment.LARDER_MODE || 'on'),
    near: readNear(environment.NEAR_TTL || undefined),
    redisUrl: readUrl(environment, 'REDIS_URL', ['redis:', 'rediss:']),
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new StartError(`PORT: expected a whole number from 0 to 65535, received ${JSON.stringify(text)}.`)
}

function readMode(text: string): Mode {
  if (text === 'on' || text === 'bypass' || text === 'shadow') return text
  throw new StartError(`LARDER_MODE: expected on, bypass or shadow, received ${JSON.stringify(text)}.`)
}

function readNear(ttl: string | undefined): NearOptions | undefined {
  if (ttl === undefined) return undefined
  try {
    return { ttl: toMs('NEAR_TTL', ttl, { positive: true }) }
  } catch (error) {
    throw new StartError((error as Error).message)
  }
}

/** The message leaves out what came: a URL may hold a password. */
function readUrl(environment: Environment, name: string, protocols: readonly string[]): string | undefined {
  const text = environment[name] || undefined
  if (text === undefined || protocols.includes(protocolOf(text))) return text
  throw new StartError(`${name}: expected a URL that begins with ${protocols.join('// or ')}//.`)
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : ''
}
