/** What `cache.resolver(coordinate).invalidate` does. */
import { kindOf, OptionError } from '@larder/core'
import type { GraphQLArgument } from 'graphql'
import { Call } from './call.ts'
import { keyOfResult } from './call-key.ts'
import type { CallLoader } from './call-loader.ts'
import { isRecord } from './loaders-context.ts'
import type { PolicedField } from './resolver-policy.ts'

/** A result, as whoever invalidates it names it. */
interface Named {
  readonly field: PolicedField
  readonly args: Readonly<Record<string, unknown>>
  readonly scope: unknown
  readonly key: string | number | bigint | undefined
  /** The field's arguments in the schema of each server. */
  readonly schemas: Iterable<readonly GraphQLArgument[]>
}

/**
 * Whether the store held it.
 *
 * @param begin Called when all is checked, before anything else happens.
 * @throws OptionError, InvalidKeyError, ScopeError for what names no result.
 */
export async function invalidateResult(
  loader: CallLoader,
  named: Named,
  begin: () => void,
): Promise<boolean> {
  check(loader, named)
  const calls = keysOf(named).map((key) => new Call({ key } as Call['parts']))
  const bound = 'for' in loader ? loader.for(named.scope) : loader
  begin()
  return (await bound.invalidateMany(calls)).includes(true)
}

function check(loader: CallLoader, { field: { coordinate, policy }, args, scope, key }: Named): void {
  const where = `cache.resolver("${coordinate}").invalidate`
  if (!isRecord(args)) throw new OptionError(`${where}: args`, 'a record of arguments', args, '', kindOf)
  if (policy.selection === true)
    throw new OptionError(
      where,
      'a policy without selection',
      'one with selection: true',
      'The fields that were asked for are part of its keys, and nobody knows which there are.',
    )
  if (!('for' in loader) && scope !== undefined)
    throw new OptionError(`${where}: scope`, "none, since the policy's is 'public'", 'one')
  if (policy.key === undefined && key !== undefined)
    throw new OptionError(`${where}: key`, 'none, since the policy has none', 'one')
}

/** One for each schema that knows such arguments: schemas may differ in defaults, and in what arguments there are. */
function keysOf({ field, args, key, schemas }: Named): string[] {
  const keys = new Set<string>()
  let refusal: unknown
  for (const definitions of schemas) {
    try {
      keys.add(keyOfResult(field, key, definitions, args))
    } catch (error) {
      refusal ??= error
    }
  }
  if (keys.size === 0) throw refusal
  return [...keys]
}
