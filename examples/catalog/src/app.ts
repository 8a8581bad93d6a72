/** The catalogue, from its parts to a server that listens; and back. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApolloServer } from '@apollo/server'
import { unwrapResolverError } from '@apollo/server/errors'
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer'
import { larder, withLoaders } from '@larder/apollo'
import {
  type Cache,
  type Health as CacheHealth,
  createCache,
  type Mode,
  memoryStore,
  type NearOptions,
  type Store,
} from '@larder/core'
import { createLab, openBackend } from '@larder/lab'
import { redisStore } from '@larder/redis'
import { openWebsite } from '@larder/website'
import express, { type Request } from 'express'
import type { GraphQLFormattedError } from 'graphql'
import { openChanges } from './changes/changes.ts'
import { ownChannel } from './changes/channel.ts'
import { redisChannel } from './changes/redis-channel.ts'
import type { Context } from './context.ts'
import type { Database } from './database/database.ts'
import { openPglite } from './database/pglite.ts'
import { openPostgres } from './database/postgres.ts'
import type { Phase } from './health.ts'
import { addFirstRoutes, addRoutes } from './http.ts'
import { createLoaders } from './loaders/index.ts'
import { openMetrics } from './metrics.ts'
import { policies } from './policies.ts'
import { resolvers } from './resolvers/index.ts'
import { typeDefs } from './schema.ts'
import { sqlReport } from './sql-report.ts'
import { StartError } from './start-error.ts'
import { countStatements } from './statements.ts'
import { checkTenant, PUBLIC, readTenants } from './tenant.ts'

export interface CatalogOptions {
  /** Default 4000. 0: any that is free. */
  readonly port?: number
  /** A Postgres server. Default: PGlite, inside this process. */
  readonly databaseUrl?: string | undefined
  /** A Redis server. Default: this process's memory. */
  readonly redisUrl?: string | undefined
  /** Default: no near cache. */
  readonly near?: NearOptions | undefined
  /** A database that is open already. Whoever opened it closes it. */
  readonly database?: Database
  /** Takes a line for each request. Default: prints it. */
  readonly log?: (line: string) => void
  /** Of the cache, to begin with. Default `on`. */
  readonly mode?: Mode | undefined
}

export interface Catalog {
  /** Such as `http://localhost:4000/`. */
  readonly url: string
  readonly cache: Cache
  readonly database: Database
  /** Answers what is under way, then ends everything that `startCatalog` began. Safe to call again. */
  stop(): Promise<void>
}

/** @throws StartError where the options ask for what is not there: a port, a server. */
export async function startCatalog(options: CatalogOptions = {}): Promise<Catalog> {
  const { port = 4000, log = console.log } = options
  const endings: (() => Promise<unknown>)[] = []
  let status: Phase = 'starting'
  let health: (() => CacheHealth) | undefined
  let stopped: Promise<void> | undefined
  const stop = () => {
    status = 'closing'
    stopped ??= endAll(endings)
    return stopped
  }
  try {
    const app = express()
    const http = createServer(app)
    addFirstRoutes(app, () => ({ status, ...(health !== undefined && { cache: health() }) }))
    await listen(http, port)
    endings.push(() => close(http))

    const database = options.database ?? (await openDatabase(options.databaseUrl, log))
    if (options.database === undefined) endings.push(() => database.close())

    const cache = createCache({
      namespace: 'catalog',
      store: openStore(options.redisUrl),
      near: options.near,
      mode: options.mode,
      logger: { warn: log, error: log },
    })
    health = cache.health
    const metrics = openMetrics(cache)
    endings.push(() => metrics.close())
    endings.push(() => cache.close())

    const tenants = await readTenants(database)
    const statements = countStatements(database)
    const loaders = createLoaders(cache, statements)
    const plugin = larder({ cache, loaders, resolvers: policies, report: true })
    const server = new ApolloServer<Context>({
      typeDefs,
      resolvers,
      plugins: [
        sqlReport({ larder: plugin, statements, log }),
        ApolloServerPluginDrainHttpServer({ httpServer: http }),
      ],
      introspection: true,
      includeStacktraceInErrorResponses: false,
      stopOnTerminationSignals: false,
      formatError: (formatted, error) => hideInternals(formatted, error, log),
    })
    await server.start()
    endings.push(() => server.stop())
    const { redisUrl } = options
    const changes = openChanges(cache, redisUrl === undefined ? ownChannel : redisChannel(redisUrl))
    // Before the server, which waits for the answers that are under way: a stream is one that has no end.
    endings.push(() => changes.close())
    const contextOf = (request: Request) => {
      const tenant = checkTenant(request.get('x-tenant') ?? PUBLIC, tenants)
      return withLoaders(loaders, { tenant, db: statements.ofRequest() })
    }
    const lab = createLab(openBackend({ databaseUrl: options.databaseUrl, redisUrl }))
    endings.push(() => lab.close())
    addRoutes(app, { server, metrics, changes, website: await openWebsite(), lab, contextOf })
    status = 'ready'
    return { url: `http://localhost:${(http.address() as AddressInfo).port}/`, cache, database, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function openDatabase(url: string | undefined, log: (line: string) => void): Promise<Database> {
  return url === undefined ? openPglite() : openPostgres(url, log)
}

function openStore(url: string | undefined): Store {
  return url === undefined ? memoryStore() : redisStore(url)
}

/** What a client did wrong it is told; what broke in here is for the log. */
function hideInternals(
  formatted: GraphQLFormattedError,
  error: unknown,
  log: (line: string) => void,
): GraphQLFormattedError {
  if (formatted.extensions?.code !== 'INTERNAL_SERVER_ERROR') return formatted
  log(`error: ${(unwrapResolverError(error) as Error).stack}`)
  return { ...formatted, message: 'Something went wrong here.' }
}

async function listen(http: Server, port: number): Promise<void> {
  http.listen(port)
  await once(http, 'listening').catch((cause) => {
    const why = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be listened to (${cause.code})`
    throw new StartError(`PORT: ${port} ${why}.`, { cause })
  })
}

/** What the server's own end has closed already is as good. */
async function close(http: Server): Promise<void> {
  http.closeAllConnections()
  await new Promise<unknown>((resolve) => http.close(resolve))
}

/** The last first: what listens before what it uses. */
async function endAll(endings: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const end of endings.toReversed()) await end()
}
