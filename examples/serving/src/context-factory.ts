/**
 * A framework that calls a context factory: NestJS. The factory is asynchronous, and others ask it too (here a middleware,
 * in life a guard), so it is memoised by the request, and never for longer.
 */
import 'reflect-metadata'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { larder, withLoaders } from '@larder/apollo'
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { GraphQLModule } from '@nestjs/graphql'
import { resolversFor, typeDefs } from './schema.ts'
import type { Served, Shop, ShopContext, Viewer } from './shop.ts'
import { viewerOf } from './viewer.ts'

/** Finds out who asks; rejects where nobody may know. */
type Authenticate = (token: unknown) => Promise<Viewer>

export async function serve(shop: Shop, port = 0, authenticate: Authenticate = trusting): Promise<Served> {
  const { cache, loaders } = shop
  const contexts = new WeakMap<IncomingMessage, Promise<ShopContext>>()
  const contextOf = (request: IncomingMessage): Promise<ShopContext> => {
    const context =
      contexts.get(request) ??
      authenticate(request.headers['x-user']).then((viewer) => withLoaders(loaders, viewer))
    contexts.set(request, context)
    return context
  }
  const graphql = GraphQLModule.forRoot<ApolloDriverConfig>({
    driver: ApolloDriver,
    typeDefs,
    resolvers: resolversFor(shop),
    plugins: [larder({ cache, loaders })],
    // A function. An object would be copied for each request, and its loaders with their memo would be those of all.
    context: ({ req }: { req: IncomingMessage }) => contextOf(req),
    graphiql: false,
  })
  class App {}
  Module({ imports: [graphql] })(App)

  const app = await NestFactory.create(App, { logger: false })
  app.use(async (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const { userId } = await contextOf(request)
    response.setHeader('x-user', userId ?? 'nobody')
    next()
  })
  await app.listen(port)
  return { url: `${await app.getUrl()}/graphql`, stop: () => app.close() }
}

const trusting: Authenticate = async (token) => viewerOf(token)
