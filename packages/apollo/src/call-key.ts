/** What the key of a cached resolver's call says of the parent and of the arguments. */
import { InvalidKeyError, kindOf } from '@larder/core'
import type { GraphQLArgument } from 'graphql'
import { argsText } from './canonical-args.ts'
import type { CheckedPolicy } from './resolver-policy.ts'

interface Keyed {
  readonly coordinate: string
  readonly policy: CheckedPolicy
}

type Args = Readonly<Record<string, unknown>>

/**
 * As a request calls it: GraphQL has filled in the defaults.
 *
 * @throws InvalidKeyError
 */
export function keyOfCall(
  field: Keyed,
  parent: unknown,
  definitions: readonly GraphQLArgument[],
  args: Args,
): string {
  const text = argsText(field.coordinate, definitions, args, { withDefaults: false })
  return keyText(field, identityOf(field, parent), text)
}

/**
 * As whoever invalidates names it: what is left out has its default.
 *
 * @throws InvalidKeyError
 */
export function keyOfResult(
  field: Keyed,
  identity: unknown,
  definitions: readonly GraphQLArgument[],
  args: Args,
): string {
  return keyText(field, identity, argsText(field.coordinate, definitions, args, { withDefaults: true }))
}

function keyText({ coordinate, policy }: Keyed, identity: unknown, args: string): string {
  return `[${policy.key === undefined ? null : identityText(coordinate, identity)},${args}]`
}

function identityOf({ coordinate, policy }: Keyed, parent: unknown): unknown {
  try {
    return policy.key?.(parent)
  } catch (cause) {
    throw new InvalidKeyError(coordinate, '`key` threw; see cause.', { cause })
  }
}

function identityText(coordinate: string, identity: unknown): string {
  const isPlain =
    typeof identity === 'string' || typeof identity === 'bigint' || Number.isFinite(identity as number)
  if (isPlain) return JSON.stringify(String(identity))
  throw new InvalidKeyError(
    coordinate,
    `the \`key\` of the parent has to be a string, a finite number or a bigint; received ${identity === undefined ? 'none' : kindOf(identity)}.`,
  )
}
