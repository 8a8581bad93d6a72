/** An ID as the string under which it is cached. */
import { InvalidKeyError } from '../errors/errors.ts'
import { kindOf, show } from '../errors/show.ts'
import type { Policy } from '../options/settings.ts'

type Validated<K> = { readonly name: string; readonly policy: Pick<Policy<K, never>, 'validate'> }
type Keyed<K> = { readonly name: string; readonly policy: Pick<Policy<K, never>, 'key'> }

/**
 * A copy, since the caller's array may change while it is read.
 *
 * @throws InvalidKeyError for what is no array.
 */
export function copyIds<K>(name: string, ids: readonly K[]): K[] {
  if (!Array.isArray(ids))
    throw new InvalidKeyError(name, `the IDs have to be an array; received ${kindOf(ids)}.`)
  return [...ids]
}

/** @throws InvalidKeyError */
export function textOf<K>({ name, policy }: Keyed<K>, id: K): string {
  if (typeof id === 'string' && policy.key === undefined) return id
  const key = policy.key === undefined ? id : callKey(name, policy.key, id)
  if (typeof key === 'string') return key
  if (typeof key === 'bigint' || (typeof key === 'number' && Number.isFinite(key))) return String(key)
  const what = policy.key === undefined ? 'an ID' : 'what `key` returns'
  throw new InvalidKeyError(
    name,
    `${what} has to be a string, a finite number or a bigint; received ${show(key)}.`,
  )
}

/**
 * What the loader's `validate` says of the ID.
 *
 * @throws InvalidKeyError
 */
export function canExist<K>({ name, policy: { validate } }: Validated<K>, id: K): boolean {
  if (validate === undefined) return true
  let answer: unknown
  try {
    answer = validate(id)
  } catch (cause) {
    throw new InvalidKeyError(name, '`validate` threw; see cause.', { cause })
  }
  if (typeof answer === 'boolean') return answer
  throw new InvalidKeyError(name, `\`validate\` has to answer true or false; it answered ${kindOf(answer)}.`)
}

function callKey<K>(name: string, key: (id: K) => unknown, id: K): unknown {
  try {
    return key(id)
  } catch (cause) {
    throw new InvalidKeyError(name, '`key` threw; see cause.', { cause })
  }
}
