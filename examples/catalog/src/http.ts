/** The routes: the website and what its pages listen to, GraphQL with its editor, health and metrics for those who run it. */
import type { ApolloServer } from '@apollo/server'
import { expressMiddleware } from '@as-integrations/express5'
import type { Lab } from '@larder/lab'
import type { Website } from '@larder/website'
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express'
import type { Changes } from './changes/changes.ts'
import type { Context } from './context.ts'
import { editor } from './editor.ts'
import { type Health, healthRoute, refuseUntilReady } from './health.ts'
import type { Metrics } from './metrics.ts'
import { addPages, answerLost } from './pages.ts'
import { sampleQuery } from './sample-query.ts'

/** Those that answer while the rest is still starting. */
export function addFirstRoutes(app: Express, health: () => Health): void {
  app.get('/health', healthRoute(health))
  app.use(refuseUntilReady(health))
}

export interface Served {
  readonly server: ApolloServer<Context>
  readonly metrics: Metrics
  readonly changes: Changes
  readonly website: Website
  readonly lab: Lab
  readonly contextOf: (request: Request) => Context
}

export function addRoutes(app: Express, served: Served): void {
  const { server, metrics, changes, website, lab, contextOf } = served
  app.get('/metrics', metrics.route)
  app.get('/changes', changes.route)
  addPages(app, website)
  app.use('/lab', lab.routes)
  app.get('/graphql', editor(sampleQuery))
  app.use(
    '/graphql',
    express.json(),
    expressMiddleware(server, { context: async ({ req }) => contextOf(req) }),
  )
  const lost = answerLost(website)
  app.use(lost)
  app.use(answerBadRequest(lost))
}

/** Such as a body that is no JSON, or an address that cannot be read. Express itself would answer with a stack trace. */
function answerBadRequest(lost: RequestHandler): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (response.headersSent || !(error.status >= 400 && error.status < 500)) return next(error)
    lost(request, response, () => {
      response
        .status(error.status)
        .json({ errors: [{ message: error.message, extensions: { code: 'BAD_REQUEST' } }] })
    })
  }
}
