import { types } from 'node:util'

/**
 * The path to the first difference between two values, or `undefined` where they are exactly equal: types, prototypes,
 * NaN, -0, holes, the order of properties, Map entries and Set members, the bytes of typed arrays, and cycles included.
 */
export function difference(
  one: unknown,
  other: unknown,
  path = 'value',
  seen = new Map(),
): string | undefined {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other) ? undefined : path
  if (seen.has(one)) return seen.get(one) === other ? undefined : `${path} (a repeated reference)`
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return `${path} (its prototype)`
  if (types.isTypedArray(one))
    return bytesOf(one).equals(bytesOf(other as NodeJS.TypedArray)) ? undefined : path
  // Two equal parts of a plain value may come back as one or as two; a cycle has to come back as a cycle.
  const above = new Map(seen).set(one, other)
  const [parts, others] = [partsOf(one), partsOf(other)]
  if (parts.length !== others.length) return `${path} (how many parts it has)`
  for (const [i, [name, part]] of parts.entries()) {
    const [otherName, otherPart] = others[i] as [unknown, unknown]
    const found =
      difference(name, otherName, `${path} (the name of a part)`, above) ??
      difference(part, otherPart, `${path}[${typeof name === 'object' ? i : String(name)}]`, above)
    if (found !== undefined) return found
  }
  return undefined
}

function partsOf(value: object): [unknown, unknown][] {
  const own = Reflect.ownKeys(value).map((key): [unknown, unknown] => [key, Reflect.get(value, key)])
  if (types.isMap(value)) return [...own, ...value]
  if (types.isSet(value)) return [...own, ...[...value].map((item, i): [unknown, unknown] => [i, item])]
  if (types.isDate(value)) return [...own, ['time', value.getTime()]]
  return own
}

function bytesOf(view: NodeJS.TypedArray): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength)
}
