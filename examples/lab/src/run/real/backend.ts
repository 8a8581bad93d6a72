/** Servers, each of which processes reach by way of a gate. What is not given they simulate. */
import type { NetConnectOpts } from 'node:net'
import { LIMITS } from '../../contract/index.ts'
import type { Backend, Stage } from '../backend.ts'
import { byWayOf, postgresAddress, redisAddress } from './addresses.ts'
import { startGate } from './gate.ts'
import { openObserver } from './observer.ts'
import { askVersions } from './versions.ts'

export interface RealBackendOptions {
  readonly databaseUrl?: string | undefined
  readonly redisUrl?: string | undefined
}

/** @throws ServerError on a URL that asks for TLS. `open` rejects with one where the schema cannot be made. */
export function openRealBackend({ databaseUrl, redisUrl }: RealBackendOptions): Backend {
  const database =
    databaseUrl === undefined ? undefined : { url: databaseUrl, at: postgresAddress(databaseUrl) }
  const store = redisUrl === undefined ? undefined : { url: redisUrl, at: redisAddress(redisUrl) }
  return {
    database: database === undefined ? 'simulated' : 'postgres',
    store: store === undefined ? 'memory' : 'redis',
    mostProcesses: store === undefined ? 1 : LIMITS.processes[1],
    open: () => openStage(database, store),
    versions: () => askVersions(databaseUrl, redisUrl),
    // A stage closes what it has opened.
    async close() {},
  }
}

interface Server {
  readonly url: string
  readonly at: NetConnectOpts
}

async function openStage(database: Server | undefined, store: Server | undefined): Promise<Stage> {
  const observer = database && (await openObserver(database.url))
  const databaseGate = database && (await startGate(database.at))
  const storeGate = store && (await startGate(store.at))
  return {
    ...(database && databaseGate && { databaseUrl: byWayOf(databaseGate, database.url) }),
    ...(store && storeGate && { redisUrl: byWayOf(storeGate, store.url) }),
    refuseQueries: (refuses) => databaseGate?.set(refuses ? 'closed' : 'open'),
    freezeStore: (frozen) => storeGate?.set(frozen ? 'frozen' : 'open'),
    ...(observer && { database: observer }),
    async close() {
      await Promise.all([databaseGate?.close(), storeGate?.close(), observer?.close()])
    },
  }
}
