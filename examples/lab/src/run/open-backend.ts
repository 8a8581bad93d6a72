/** Servers, each of which processes reach by way of a gate. What is not given they simulate. */
import { LIMITS } from '../contract/index.ts'
import type { Backend, Stage } from './backend.ts'
import { byWayOf, postgresAddress, redisAddress } from './real/addresses.ts'
import { startGate } from './real/gate.ts'
import { openObserver } from './real/observer.ts'
import { askVersions } from './real/versions.ts'

export interface ServerUrls {
  readonly databaseUrl?: string | undefined
  readonly redisUrl?: string | undefined
}

/** `open` rejects with a ServerError where a URL asks for TLS, or the database cannot be used. */
export function openBackend({ databaseUrl, redisUrl }: ServerUrls): Backend {
  return {
    database: databaseUrl === undefined ? 'simulated' : 'postgres',
    store: redisUrl === undefined ? 'memory' : 'redis',
    mostProcesses: redisUrl === undefined ? 1 : LIMITS.processes[1],
    open: () => openStage(databaseUrl, redisUrl),
    versions: () => askVersions(databaseUrl, redisUrl),
  }
}

async function openStage(databaseUrl: string | undefined, redisUrl: string | undefined): Promise<Stage> {
  const databaseAt = databaseUrl === undefined ? undefined : postgresAddress(databaseUrl)
  const storeAt = redisUrl === undefined ? undefined : redisAddress(redisUrl)
  const observer = databaseUrl === undefined ? undefined : await openObserver(databaseUrl)
  const databaseGate = databaseAt && (await startGate(databaseAt))
  const storeGate = storeAt && (await startGate(storeAt))
  return {
    ...(databaseUrl && databaseGate && { databaseUrl: byWayOf(databaseGate, databaseUrl) }),
    ...(redisUrl && storeGate && { redisUrl: byWayOf(storeGate, redisUrl) }),
    refuseQueries: (refuses) => databaseGate?.set(refuses ? 'closed' : 'open'),
    freezeStore: (frozen) => storeGate?.set(frozen ? 'frozen' : 'open'),
    ...(observer && { database: observer }),
    async close() {
      await Promise.all([databaseGate?.close(), storeGate?.close(), observer?.close()])
    },
  }
}
