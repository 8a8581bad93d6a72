/** What `cache.resolver(coordinate)` does with the results of a cached field. */
import { type CachedResolver, kindOf, type Loader, OptionError } from '@larder/core'
import type { GraphQLArgument } from 'graphql'
import { Call } from './call.ts'
import { keyOfResult } from './call-key.ts'
import type { CallLoader } from './call-loader.ts'
import { isRecord } from './loaders-context.ts'
import type { PolicedField } from './resolver-policy.ts'

interface Results {
  readonly field: PolicedField
  readonly loader: () => CallLoader
  /** The field's arguments in the schema of each server. */
  readonly schemas: () => Iterable<readonly GraphQLArgument[]>
  /** Called when all is checked, before anything else happens. */
  readonly begin: () => void
}

/** A result, as whoever invalidates it names it. */
interface Named {
  readonly args: Readonly<Record<string, unknown>>
  readonly scope: unknown
  readonly key: string | number | bigint | undefined
}

type Verb = 'invalidate' | 'expire'

/**
 * All of it rejects with an OptionError, InvalidKeyError or ScopeError for what names no result. A rejection that nobody awaits
 * does no harm.
 */
export function resultsOf(results: Results): CachedResolver {
  const { loader, begin } = results
  const touch = async (verb: Verb, named: Named) => {
    checkNamed(results, verb, named)
    const calls = keysOf(results, named).map((key) => new Call({ key } as Call['parts']))
    const bound = inScope(loader(), named.scope)
    begin()
    const wereThere = await (verb === 'expire' ? bound.expireMany(calls) : bound.invalidateMany(calls))
    return wereThere.includes(true)
  }
  const touchAll = async (scope: unknown) => {
    checkAll(results, scope)
    const all = scope === undefined ? loader() : inScope(loader(), scope)
    begin()
    await all.invalidateAll()
  }
  return {
    invalidate: (args = {}, scope, key) => harmless(touch('invalidate', { args, scope, key })),
    expire: (args = {}, scope, key) => harmless(touch('expire', { args, scope, key })),
    invalidateAll: (scope) => harmless(touchAll(scope)),
  }
}

function harmless<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** @throws ScopeError */
function inScope(loader: CallLoader, scope: unknown): Loader<Call, unknown> {
  return 'for' in loader ? loader.for(scope) : loader
}

function checkNamed({ field, loader }: Results, verb: Verb, { args, scope, key }: Named): void {
  const { coordinate, policy } = field
  const where = `cache.resolver("${coordinate}").${verb}`
  if (!isRecord(args)) throw new OptionError(`${where}: args`, 'a record of arguments', args, '', kindOf)
  if (policy.selection === true)
    throw new OptionError(
      where,
      'a policy without selection',
      'one with selection: true',
      'The fields that were asked for are part of its keys, and nobody knows which there are: see the option tags.',
    )
  checkScope(where, loader(), scope)
  if (policy.key === undefined && key !== undefined)
    throw new OptionError(`${where}: key`, 'none, since the policy has none', 'one')
}

function checkAll({ field: { coordinate, policy }, loader }: Results, scope: unknown): void {
  const where = `cache.resolver("${coordinate}").invalidateAll`
  checkScope(where, loader(), scope)
  if (policy.tags === undefined)
    throw new OptionError(
      where,
      'a policy with the option tags',
      'one without',
      'Without it no read asks what was invalidated. tags: () => [] will do.',
    )
}

function checkScope(where: string, loader: CallLoader, scope: unknown): void {
  if (!('for' in loader) && scope !== undefined)
    throw new OptionError(`${where}: scope`, "none, since the policy's is 'public'", 'one')
}

/** One for each schema that knows such arguments: schemas may differ in defaults, and in what arguments there are. */
function keysOf({ field, schemas }: Results, { args, key }: Named): string[] {
  const keys = new Set<string>()
  let refusal: unknown
  for (const definitions of schemas()) {
    try {
      keys.add(keyOfResult(field, key, definitions, args))
    } catch (error) {
      refusal ??= error
    }
  }
  if (keys.size === 0) throw refusal
  return [...keys]
}
