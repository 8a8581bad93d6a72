/** What `cache.resolver(coordinate)` does with the results of a cached field. */
import { type CachedResolver, kindOf, type Loader, OptionError, type ResultOwner } from '@larder/core'
import type { GraphQLArgument } from 'graphql'
import { Call } from './call.ts'
import { keyOfResult } from './call-key.ts'
import type { CallLoader } from './call-loader.ts'
import { isRecord } from './loaders-context.ts'
import type { PolicedField } from './resolver-policy.ts'

type Verb = 'invalidate' | 'expire' | 'invalidateAll'

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
  readonly whose: ResultOwner
}

/** All of it rejects with an OptionError, InvalidKeyError or ScopeError for what names no result. */
export function resultsOf(results: Results): CachedResolver {
  const { loader, begin } = results
  const touch = async (
    verb: Verb,
    named: Named,
    how: (loader: Loader<Call, unknown>, calls: readonly Call[]) => Promise<boolean[]>,
  ) => {
    checkNamed(results, verb, named)
    const calls = keysOf(results, named).map((key) => new Call({ key } as Call['parts']))
    const bound = boundTo(loader(), named.whose.scope)
    begin()
    return (await how(bound, calls)).includes(true)
  }
  return {
    invalidate: (args = {}, whose = {}) =>
      touch('invalidate', { args, whose }, (bound, calls) => bound.invalidateMany(calls)),
    expire: (args = {}, whose = {}) =>
      touch('expire', { args, whose }, (bound, calls) => bound.expireMany(calls)),
    async invalidateAll(whose = {}) {
      checkAll(results, whose)
      const all = Object.hasOwn(whose, 'scope') ? boundTo(loader(), whose.scope) : loader()
      begin()
      await all.invalidateAll()
    },
  }
}

/** @throws ScopeError */
function boundTo(loader: CallLoader, scope: unknown): Loader<Call, unknown> {
  return 'for' in loader ? loader.for(scope) : loader
}

function checkNamed({ field, loader }: Results, verb: Verb, { args, whose }: Named): void {
  const { coordinate, policy } = field
  const where = `cache.resolver("${coordinate}").${verb}`
  if (!isRecord(args)) throw new OptionError(`${where}: args`, 'a record of arguments', args, '', kindOf)
  checkWhose(where, whose, ['scope', 'key'])
  if (policy.selection === true)
    throw new OptionError(
      where,
      'a policy without selection',
      'one with selection: true',
      'The fields that were asked for are part of its keys, and nobody knows which there are: see the option tags.',
    )
  checkScope(where, loader(), whose)
  if (policy.key === undefined && whose.key !== undefined)
    throw new OptionError(`${where}: key`, 'none, since the policy has none', 'one')
}

function checkAll({ field: { coordinate, policy }, loader }: Results, whose: ResultOwner): void {
  const where = `cache.resolver("${coordinate}").invalidateAll`
  checkWhose(where, whose, ['scope'])
  checkScope(where, loader(), whose)
  if (policy.tags === undefined)
    throw new OptionError(
      where,
      'a policy with the option tags',
      'one without',
      'Without it no read asks what was invalidated. tags: () => [] will do.',
    )
}

function checkWhose(where: string, whose: unknown, names: readonly string[]): void {
  if (isRecord(whose) && Object.keys(whose).every((name) => names.includes(name))) return
  throw new OptionError(`${where}: whose`, `{ ${names.join(', ')} }, or a part of it`, whose, '', kindOf)
}

function checkScope(where: string, loader: CallLoader, { scope }: ResultOwner): void {
  if (!('for' in loader) && scope !== undefined)
    throw new OptionError(`${where}: scope`, "none, since the policy's is 'public'", 'one')
}

/** One for each schema that knows such arguments: schemas may differ in defaults, and in what arguments there are. */
function keysOf({ field, schemas }: Results, { args, whose }: Named): string[] {
  const keys = new Set<string>()
  let refusal: unknown
  for (const definitions of schemas()) {
    try {
      keys.add(keyOfResult(field, whose.key, definitions, args))
    } catch (error) {
      refusal ??= error
    }
  }
  if (keys.size === 0) throw refusal
  return [...keys]
}
