/** A schema, and a server of which one resolver is cached. */
import { resolver } from '../../src/index.ts'
import { createServer, createTestCache, policy } from './cached-server.ts'

export const typeDefs = `#graphql
  type Query {
    top(first: Int = 2): [Product!]
    things: [Thing]
    either: Either
    now: Int
  }
  type Product { id: ID! reviews(stars: Int): [String] }
  interface Thing { id: ID! }
  type Book implements Thing { id: ID! pages: Int }
  type Film implements Thing { id: ID! minutes: Int }
  union Either = Book | Film
`

/** A server whose one resolver, `top`, counts its runs and answers what the test says. */
export function serverOf(answer: (run: number, args: { first: number }) => unknown) {
  const { cache, clock } = createTestCache()
  const runs: object[] = []
  const server = createServer({
    cache,
    typeDefs,
    resolvers: {
      Query: {
        top: (_: unknown, args: { first: number }) => answer(runs.push(args), args),
      },
    },
    policies: { 'Query.top': resolver({ ...policy, scope: 'public', missingTtl: '10s' }) },
  })
  return { ...server, clock, runs }
}
