/** Puts the number of SQL statements into each response, beside Larder's own report, and logs a line of both. */
import type { ApolloServerPlugin, GraphQLRequestContext } from '@apollo/server'
import type { ReadReport } from '@larder/core'
import type { Context } from './context.ts'
import type { Statements } from './statements.ts'

type Reports = Readonly<Record<string, ReadReport>>

interface LarderReport {
  readonly loaders?: Reports
  readonly resolvers?: Reports
}

export interface SqlReportOptions {
  /** Larder's plugin, with its option `report`. */
  readonly larder: ApolloServerPlugin<Context>
  readonly statements: Statements
  readonly log: (line: string) => void
}

/**
 * Around Larder's plugin and not beside it: Apollo Server runs the `willSendResponse` hooks of all plugins at once, and
 * this one needs what the other one writes there.
 */
export function sqlReport({ larder, statements, log }: SqlReportOptions): ApolloServerPlugin<Context> {
  return {
    ...larder,
    async requestDidStart(request) {
      const began = performance.now()
      const hooks = (await larder.requestDidStart?.(request)) ?? {}
      const { willSendResponse } = hooks
      // In its place and not in a copy, which would leave out whatever a class has.
      return Object.assign(hooks, {
        async willSendResponse(request: Parameters<NonNullable<typeof willSendResponse>>[0]) {
          await willSendResponse?.call(hooks, request)
          const { body } = request.response
          if (body.kind !== 'single') return
          const result = body.singleResult
          const { loaders = {}, resolvers = {} } = (result.extensions?.larder ?? {}) as LarderReport
          const loads = Object.values(loaders).flatMap((report) => report.loads)
          const sql = request.contextValue.db.statements + statements.countOf(loads)
          result.extensions = { ...result.extensions, sql }
          log(
            `${nameOf(request)} ${Math.round(performance.now() - began)} ms, sql ${sql}${show({ ...loaders, ...resolvers })}`,
          )
        },
      })
    },

    async contextCreationDidFail({ error }) {
      log(`request refused: ${error.message}`)
    },
  }
}

/** From the parsed document: what a client sent besides may hold line breaks. */
function nameOf({ operation }: GraphQLRequestContext<Context>): string {
  if (operation === undefined) return 'invalid request'
  return `${operation.operation} ${operation.name?.value ?? 'without name'}`
}

/** Such as `, products 51: 50 hits, 1 loaded`. */
function show(loaders: Reports): string {
  const parts = Object.entries(loaders).map(
    ([name, { keys, hits, stale, missing, joined, loaded, errors }]) => {
      const outcomes = Object.entries({ hits, stale, missing, joined, loaded, errors })
      const counted = outcomes
        .filter(([, count]) => count > 0)
        .map(([outcome, count]) => `${count} ${outcome}`)
      return ` | ${name} ${keys}: ${counted.join(', ')}`
    },
  )
  return parts.join('')
}
