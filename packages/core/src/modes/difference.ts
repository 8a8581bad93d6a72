/** Where two values differ, said without showing anything of them. */
import { types } from 'node:util'
import { decode, type Encoded } from '../entry/codec.ts'

/** The value as it is stored, or that there is none. */
export const NO_VALUE: Encoded = { kind: 'missing', body: '' }

/** `it`: the whole. */
const WHOLE = 'it'
const NAME = /^[A-Za-z_$][\w$]*$/

/**
 * The path to the first difference, as it would be written in code, or `undefined` where there is none. Types count, NaN and
 * -0 too; the order of a record's properties does not. Values are compared as they are stored: what a codec makes of them
 * is known to the codec alone. Map keys, Set members and property names that look like data are left out of the path.
 *
 * @throws on what cannot be decoded.
 */
export function differenceBetween(one: Encoded, other: Encoded): string | undefined {
  if (one.kind === other.kind && one.body === other.body) return undefined
  if (one.kind === 'missing' || other.kind === 'missing') return WHOLE
  const path = difference(storedValue(one), storedValue(other), '', new Map())
  return path === '' ? WHOLE : path?.replace(/^\./, '')
}

function storedValue({ kind, body }: Encoded): unknown {
  return decode({ kind, stored: body, bodyAt: 0 }, undefined)
}

/** @param above Pairs that these two lie in: a cycle has to come back as one. */
function difference(
  one: unknown,
  other: unknown,
  path: string,
  above: ReadonlyMap<unknown, unknown>,
): string | undefined {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other) ? undefined : path
  if (above.has(one)) return above.get(one) === other ? undefined : path
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return path
  const within = new Map(above).set(one, other)
  if (types.isTypedArray(one)) return areSameBytes(one, other as NodeJS.TypedArray) ? undefined : path
  if (types.isDate(one)) return Object.is(one.getTime(), (other as Date).getTime()) ? undefined : path
  if (types.isMap(one)) return inMaps(one, other as Map<unknown, unknown>, path, within)
  if (types.isSet(one))
    return inLists([...one], [...(other as Set<unknown>)], () => `${path}.values()`, within)
  return inRecords(one, other, path, within)
}

function inMaps(
  one: ReadonlyMap<unknown, unknown>,
  other: ReadonlyMap<unknown, unknown>,
  path: string,
  above: ReadonlyMap<unknown, unknown>,
): string | undefined {
  return (
    inLists([...one.keys()], [...other.keys()], () => `${path}.keys()`, above) ??
    inLists([...one.values()], [...other.values()], () => `${path}.get(…)`, above)
  )
}

function inLists(
  one: readonly unknown[],
  other: readonly unknown[],
  pathTo: (index: number) => string,
  above: ReadonlyMap<unknown, unknown>,
): string | undefined {
  if (one.length !== other.length) return pathTo(Math.min(one.length, other.length))
  for (const [i, item] of one.entries()) {
    const found = difference(item, other[i], pathTo(i), above)
    if (found !== undefined) return found
  }
  return undefined
}

/** Of arrays, too, which may have holes. */
function inRecords(
  one: object,
  other: object,
  path: string,
  above: ReadonlyMap<unknown, unknown>,
): string | undefined {
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return `${path}.length`
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  for (const name of names) {
    const here = Array.isArray(one) ? `${path}[${name}]` : NAME.test(name) ? `${path}.${name}` : `${path}[…]`
    if (!Object.hasOwn(one, name) || !Object.hasOwn(other, name)) return here
    const found = difference(Reflect.get(one, name), Reflect.get(other, name), here, above)
    if (found !== undefined) return found
  }
  return undefined
}

function areSameBytes(one: NodeJS.TypedArray, other: NodeJS.TypedArray): boolean {
  const bytes = (view: NodeJS.TypedArray) => Buffer.from(view.buffer, view.byteOffset, view.byteLength)
  return bytes(one).equals(bytes(other))
}
