/** The loader of the cache behind a cached field. */
import {
  type Cache,
  createCache,
  type Duration,
  type Loader,
  type ScopedLoader,
  SourceError,
  SourceTimeoutError,
  toMs,
} from '@larder/core'
import { type Call, Unstored } from './call.ts'
import type { Limits } from './in-time.ts'
import type { CheckedPolicy } from './resolver-policy.ts'
import { TimeLeft } from './time-left.ts'

export type CallLoader = Loader<Call, unknown> | ScopedLoader<Call, unknown, object, unknown>

/** The engine's timeout is for loads that hang as a whole. That of each call comes first. */
const AFTER_THE_CALLS = 100

/** By default there is none: whoever may choose the arguments could else open it for everyone, with such as fail. */
const NO_CIRCUIT = { circuit: { minimum: Number.MAX_SAFE_INTEGER } }

/**
 * Named by the coordinate, and keyed by what each call says of itself.
 *
 * @throws OptionError where the name is taken, and for options of the policy.
 */
export function defineCallLoader(
  cache: Cache,
  coordinate: string,
  { scope, unscoped, key, tags, selection: _selection, context: _context, ...policy }: CheckedPolicy,
  runCalls: (calls: readonly Call[], timeLeft: TimeLeft, limits: Limits) => Promise<unknown[]>,
): CallLoader {
  const { ttl = '60s', codec, source = NO_CIRCUIT } = policy
  const where = `Loader "${coordinate}"`
  const timeout = timeoutOf(coordinate, policy)
  const timeLeft = new TimeLeft()
  const run = async (calls: readonly Call[], { signal }: { readonly signal: AbortSignal }) => {
    const answers = await runCalls(calls, timeLeft, { clock: cache.clock, timeout, signal })
    // What is missing has no time to live of its own: it is kept for `missingTtl`, or not at all.
    return answers.map((it) =>
      (it ?? null) === null && timeLeft.of(it) === 0 ? new Unstored({ value: null }, 'everyone') : it,
    )
  }
  const options = {
    ...policy,
    source,
    timeout: timeout + AFTER_THE_CALLS,
    key: ({ parts }: Call) => parts.key,
    ttl(value: unknown): Duration {
      if (value instanceof Unstored) return 0
      const most = timeLeft.of(value)
      const given = typeof ttl === 'function' ? ttl(value) : ttl
      return most === Number.POSITIVE_INFINITY
        ? given
        : Math.min(most, toMs(`${where}: ttl`, given, { isData: true }))
    },
    ...(tags && {
      tags: (value: unknown, { parts }: Call) =>
        value instanceof Unstored ? [] : tags(value, parts.args, key && parts.parent),
    }),
    ...(codec && { codec: { encode: encodeBy(codec), decode: (stored: unknown) => codec.decode(stored) } }),
  }
  if (scope === 'public') return cache.loader<Call, unknown>(coordinate, run, options)
  const scoped = { ...options, scope: scope as (context: object) => unknown }
  return unscoped === undefined
    ? cache.loader(coordinate, run, scoped)
    : cache.loader(coordinate, run, { ...scoped, unscoped })
}

/** Milliseconds. @throws OptionError */
function timeoutOf(coordinate: string, { timeout = '3s' }: Pick<CheckedPolicy, 'timeout'>): number {
  return toMs(`Loader "${coordinate}": timeout`, timeout, { positive: true })
}

/**
 * What a call has failed with, as if its resolver had been asked without a cache: what it threw that is no Error, for GraphQL to say so;
 * and its own timeout in the place of the engine's, which is later.
 */
export function asThrown(
  error: unknown,
  { coordinate, policy }: { readonly coordinate: string; readonly policy: CheckedPolicy },
): unknown {
  // A loader within the resolver may have failed with the like.
  const isOurs = (like: Error) => (error as Error).message === like.message
  if (error instanceof SourceError && isOurs(new SourceError(coordinate, undefined))) return error.cause
  if (!(error instanceof SourceTimeoutError)) return error
  const timeout = timeoutOf(coordinate, policy)
  const isEngines = isOurs(new SourceTimeoutError(coordinate, timeout + AFTER_THE_CALLS))
  return isEngines ? new SourceTimeoutError(coordinate, timeout) : error
}

/**
 * Before any server has them: defines them where nobody else does.
 *
 * @throws OptionError for options of a policy.
 */
export function checkCallLoaders(namespace: string, policies: ReadonlyMap<string, CheckedPolicy>): void {
  if (policies.size === 0) return
  const trial = createCache({ namespace })
  const fixed = createCache({ namespace })
  for (const [coordinate, policy] of policies) {
    defineCallLoader(trial, coordinate, policy, async () => [])
    // Of the `ttl` that the above has, a function, it is not known whether a marker outlives it.
    const { ttl, grace, tags } = policy
    if (tags !== undefined) fixed.loader(coordinate, () => [], { ttl, grace, tags: () => [] })
  }
}

/** The policy's codec knows results, and nothing of ours. */
function encodeBy(codec: NonNullable<CheckedPolicy['codec']>): (value: unknown) => unknown {
  return (value) => {
    if (value instanceof Unstored) throw new TypeError('not for the cache')
    return codec.encode(value)
  }
}
