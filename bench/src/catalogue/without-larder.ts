/** The catalogue's schema, resolvers and SQL on the same Apollo Server and Express, without Larder. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApolloServer } from '@apollo/server'
import { expressMiddleware } from '@as-integrations/express5'
import type { Context } from '@larder/catalog/context'
import type { Database } from '@larder/catalog/database'
import { resolvers } from '@larder/catalog/resolvers'
import { typeDefs } from '@larder/catalog/schema'
import { sqlReport } from '@larder/catalog/sql-report'
import { countStatements } from '@larder/catalog/statements'
import { PUBLIC } from '@larder/catalog/tenant'
import express from 'express'
import { type Batching, loadersWithoutCache } from './loaders.ts'

/** @returns its URL. It serves until its process ends. */
export async function serveWithoutLarder(database: Database, batching: Batching): Promise<string> {
  const statements = countStatements(database)
  const loadersFor = loadersWithoutCache(statements, batching)
  const server = new ApolloServer<Context>({
    typeDefs,
    resolvers,
    // As in the catalogue: what reports costs, costs all of them.
    plugins: [sqlReport({ larder: {}, statements, log: () => {} })],
  })
  await server.start()
  const context = async () => {
    const viewer = { tenant: PUBLIC }
    return { ...viewer, db: statements.ofRequest(), loaders: loadersFor(viewer) }
  }
  const app = express()
  app.use('/graphql', express.json(), expressMiddleware(server, { context }))
  const http = createServer(app).listen(0)
  await once(http, 'listening')
  return `http://localhost:${(http.address() as AddressInfo).port}/`
}
