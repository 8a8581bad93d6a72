/** Runs resolvers: what a cached field loads. */
import { types } from 'node:util'
import { SourceError, SourceTimeoutError } from '@larder/core'
import { type GraphQLOutputType, isListType, isNonNullType } from 'graphql'
import { note } from './as-it-came.ts'
import { type Call, type Outcome, Unstored } from './call.ts'
import { ResolverContextError } from './errors.ts'
import { handlePromises } from './handled.ts'
import { inTime, type Limits } from './in-time.ts'
import { limitContext } from './limited-context.ts'
import { limitInfo } from './limited-info.ts'
import type { PolicedField } from './resolver-policy.ts'
import { Run } from './run.ts'
import type { TimeLeft } from './time-left.ts'

/** What Apollo Server calls errors that are not for clients: whoever says so says that something is broken. */
const BROKEN = 'INTERNAL_SERVER_ERROR'

const AT_ONCE = 'It can be read until the resolver has answered, and not by what it answered.'

/**
 * All side by side, as GraphQL would, and each within the timeout. Aligned to the calls; an `Error` is a failure of its call alone.
 */
export async function runCalls(
  field: PolicedField,
  calls: readonly Call[],
  timeLeft: TimeLeft,
  limits: Limits,
): Promise<unknown[]> {
  const run = new Run(limits.clock)
  const running = calls.map((call) => answerOf(field, call, run))
  const late = () => new SourceTimeoutError(field.coordinate, limits.timeout)
  const answers = await inTime<unknown>(running, late, limits)
  timeLeft.note(answers, run.freshFor)
  return answers
}

async function answerOf(field: PolicedField, call: Call, run: Run): Promise<unknown> {
  // Of those who had joined when another's run turned out to be that one's alone.
  if (field.isUnshared(call.parts.resolve)) return new Unstored({ value: undefined }, 'nobody')
  const outcome = await outcomeOf(field, call, run)
  if (call.dependsOn !== undefined) {
    unshare(field, call, call.dependsOn)
    return new Unstored(outcome, call)
  }
  if ('value' in outcome) {
    handlePromises(outcome.value)
    note(outcome.value, call)
    return outcome.value
  }
  return isAnswer(outcome.error) ? new Unstored(outcome, 'everyone') : outcome.error
}

async function outcomeOf(field: PolicedField, call: Call, run: Run): Promise<Outcome> {
  const { parent, args, info, selection, resolve } = call.parts
  const context = limitContext(field, call, run)
  let isOver = false
  const limited = limitInfo(info, selection, (property) => {
    // What it has answered may look again, say a function in it, and those who have joined have the same answer.
    if (isOver) throw new ResolverContextError(field.coordinate, `info.${property}`, AT_ONCE)
    call.dependsOn ??= property
  })
  try {
    const seen = field.policy.key === undefined ? undefined : parent
    const value = await settle(field, info.returnType, await resolve(seen, args, context, limited))
    if (call.refusal !== undefined) return { error: call.refusal }
    return isError(value) ? { error: value } : { value }
  } catch (thrown) {
    return { error: call.refusal ?? toError(field, thrown) }
  } finally {
    isOver = true
  }
}

/** Lists as GraphQL completes them: of any iterable, awaiting each item, with an `Error` in the place of one that fails. */
async function settle(field: PolicedField, type: GraphQLOutputType, value: unknown): Promise<unknown> {
  if (isNonNullType(type)) return settle(field, type.ofType, value)
  if (!isListType(type) || typeof value !== 'object' || value === null || !(Symbol.iterator in value))
    return value
  const items = Array.from(value as Iterable<unknown>)
  return Promise.all(
    items.map(async (item) => {
      try {
        return await settle(field, type.ofType, await item)
      } catch (thrown) {
        return toError(field, thrown)
      }
    }),
  )
}

/** Once for each resolver. */
function unshare(field: PolicedField, call: Call, property: string): void {
  if (field.isUnshared(call.parts.resolve)) return
  field.unshare(call.parts.resolve)
  const advice =
    property === 'fieldNodes' || property === 'fragments'
      ? 'selection: true makes the fields that were asked for part of the key.'
      : 'Have it read nothing of the request, or take its policy away.'
  call.parts.warn(
    `larder: resolver "${field.coordinate}" has read info.${property}, so its results are not for others. It runs for ` +
      `every request from now on, as without a policy. ${advice}`,
  )
}

/**
 * For clients, and no failure: the error says so itself, by being a GraphQLError, of whichever copy of graphql, or by its code.
 * A refusal to look is none, either.
 */
function isAnswer(error: Error): boolean {
  if (error instanceof ResolverContextError) return true
  const code = codeOf(error)
  if (code === BROKEN) return false
  return typeof code === 'string' || Object.prototype.toString.call(error) === '[object GraphQLError]'
}

function codeOf(error: Error): unknown {
  const { extensions } = error as { readonly extensions?: { readonly code?: unknown } | null }
  return extensions?.code
}

function toError(field: PolicedField, thrown: unknown): Error {
  return isError(thrown) ? thrown : new SourceError(field.coordinate, thrown)
}

function isError(thing: unknown): thing is Error {
  return thing instanceof Error || types.isNativeError(thing)
}
