/**
 * What Apollo Server calls in the course of an operation. There is one for every operation, also for those that use nothing of
 * ours: so its hooks are methods, and those that have nothing to wait for are not asynchronous.
 */
import type { GraphQLRequestContext, GraphQLRequestExecutionListener } from '@apollo/server'
import type { GraphQLError } from 'graphql'
import { giveCodes } from './error-codes.ts'
import { narrow } from './hints.ts'
import type { Operation, RequestLoaders } from './request-loaders.ts'
import { withReport } from './with-report.ts'

type Requested = GraphQLRequestContext<object>

/** The same for all operations of a plugin. */
export interface ListenerSettings {
  readonly contextKey: string
  readonly hints: boolean
  readonly report: boolean
  readonly hasPolicies: boolean
  /** Milliseconds. */
  readonly invalidationTimeout: number
}

const DONE = Promise.resolve()

export class OperationListener {
  readonly #settings: ListenerSettings
  readonly #request: RequestLoaders
  readonly #operation: Operation

  constructor(settings: ListenerSettings, request: RequestLoaders, operation: Operation) {
    this.#settings = settings
    this.#request = request
    this.#operation = operation
  }

  didEncounterErrors({ errors = [] }: { readonly errors?: readonly GraphQLError[] }): Promise<void> {
    giveCodes(errors)
    return DONE
  }

  didEncounterSubsequentErrors(_operation: unknown, errors: readonly GraphQLError[]): Promise<void> {
    giveCodes(errors)
    return DONE
  }

  async executionDidStart({
    overallCachePolicy,
  }: Requested): Promise<GraphQLRequestExecutionListener<object>> {
    return this.#settings.hints
      ? { executionDidEnd: async () => narrow(overallCachePolicy, this.#request.readings) }
      : {}
  }

  async willSendResponse({ response: { body } }: Requested): Promise<void> {
    const { report, contextKey, hasPolicies } = this.#settings
    await this.willSendSubsequentPayload()
    this.#request.ended(this.#operation)
    if (!report || body === undefined) return
    const result = body.kind === 'single' ? body.singleResult : body.initialResult
    result.extensions = withReport(result.extensions, contextKey, this.#request.readings, hasPolicies)
  }

  willSendSubsequentPayload(): Promise<void> {
    return this.#request.invalidations.ended(this.#settings.invalidationTimeout)
  }
}
