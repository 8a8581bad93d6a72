/** The catalogue twice, over sources of the same content: with loaders and policies of Larder, and without any cache. */
import { ApolloServer, type ApolloServerOptions } from '@apollo/server'
import { larder, withLoaders } from '@larder/apollo'
import { type Cache, createCache } from '@larder/core'
import { type ManualClock, manualClock } from '@larder/core/testing'
import type { DocumentNode, GraphQLFormattedError } from 'graphql'
import type { Context } from '../../src/context.ts'
import { createLoaders } from '../../src/loaders/index.ts'
import { resolvers } from '../../src/resolvers/index.ts'
import { typeDefs } from '../../src/schema.ts'
import { countStatements } from '../../src/statements.ts'
import { invalidating } from './invalidating.ts'
import { memoryDatabase } from './memory-database.ts'
import { policiesFor } from './policies.ts'
import type { RandomOperation } from './random-operations.ts'
import { uncachedLoaders } from './uncached.ts'

export interface Asked extends RandomOperation {
  readonly tenant: string
}

export interface Answer {
  readonly data: unknown
  readonly errors: readonly GraphQLFormattedError[]
}

/** What became of the reads of policies. */
interface PolicyReads {
  keys: number
  hits: number
}

export interface Cached {
  readonly clock: ManualClock
  readonly reads: PolicyReads
  answer(asked: Asked): Promise<Answer>
  /** How many statements the source has run. */
  statements(): number
  stop(): Promise<void>
}

export type Uncached = Omit<Cached, 'clock' | 'reads'>

type DocumentStore = NonNullable<ApolloServerOptions<Context>['documentStore']>

/** For both: to parse and validate random operations takes longer than to answer them. */
export function documentStore(): DocumentStore {
  const documents = new Map<string, DocumentNode>()
  return {
    get: async (key) => documents.get(key),
    set: async (key, document) => void documents.set(key, document),
    delete: async (key) => documents.delete(key),
  }
}

/** Puts something else in the place of the cache. */
export interface Fault {
  /** For the plugin. */
  readonly keeping?: (cache: Cache) => Cache
  /** For the mutations. */
  readonly invalidating?: (cache: Cache) => Cache
}

const asItIs = (cache: Cache) => cache

export async function cachedCatalog(documents: DocumentStore, fault: Fault = {}): Promise<Cached> {
  const clock = manualClock()
  const cache = createCache({ namespace: 'catalog', clock })
  const database = memoryDatabase()
  const statements = countStatements(database)
  const loaders = createLoaders(cache, statements)
  const server = new ApolloServer<Context>({
    typeDefs,
    resolvers: invalidating(resolvers, (fault.invalidating ?? asItIs)(cache)),
    plugins: [
      larder({
        cache: (fault.keeping ?? asItIs)(cache),
        loaders,
        resolvers: policiesFor(loaders),
        report: true,
      }),
    ],
    documentStore: documents,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
  })
  await server.start()
  const reads = { keys: 0, hits: 0 }
  return {
    clock,
    reads,
    statements: () => database.statements,
    async answer({ query, variables, tenant }) {
      const contextValue = withLoaders(loaders, { tenant, db: statements.ofRequest() })
      const { body } = await server.executeOperation({ query, variables }, { contextValue })
      const { data, errors, extensions } = single(body)
      const report = extensions?.larder as { readonly resolvers?: Record<string, PolicyReads> } | undefined
      for (const { keys, hits } of Object.values(report?.resolvers ?? {})) {
        reads.keys += keys
        reads.hits += hits
      }
      return { data, errors: inOrder(errors) }
    },
    async stop() {
      await server.stop()
      await cache.close()
    },
  }
}

export async function uncachedCatalog(documents: DocumentStore): Promise<Uncached> {
  const database = memoryDatabase()
  const statements = countStatements(database)
  const loadersOf = uncachedLoaders(statements)
  const server = new ApolloServer<Context>({
    typeDefs,
    resolvers,
    documentStore: documents,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
  })
  await server.start()
  return {
    statements: () => database.statements,
    async answer({ query, variables, tenant }) {
      const contextValue = { tenant, db: statements.ofRequest(), loaders: loadersOf({ tenant }) }
      const { body } = await server.executeOperation({ query, variables }, { contextValue })
      const { data, errors } = single(body)
      const invalid = errors?.find(({ extensions }) => `${extensions?.code}`.startsWith('GRAPHQL_'))
      if (invalid !== undefined) throw new Error(`${invalid.message} in:\n${query}`)
      return { data, errors: inOrder(errors) }
    },
    stop: () => server.stop(),
  }
}

type Body = Awaited<ReturnType<ApolloServer<Context>['executeOperation']>>['body']

function single(body: Body) {
  if (body.kind !== 'single') throw new Error('Expected one result.')
  return body.singleResult
}

/** Errors stand in the order in which resolvers fail, which says nothing. */
function inOrder(errors: readonly GraphQLFormattedError[] = []): GraphQLFormattedError[] {
  const byText = errors.map((error) => [JSON.stringify(error), error] as const)
  return byText.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, error]) => error)
}
