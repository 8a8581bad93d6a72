/** Looks through a value before it is encoded: can it be kept faithfully (law 7), and does plain JSON suffice? */
import { types } from 'node:util'

/** Thrown for what cannot be kept. `path` leads to the part, as it would be written in code. */
export class Unstorable {
  readonly path: string
  readonly reason: string
  /** What an encoder threw. Its text may hold data. */
  readonly cause: unknown
  /** What to do about it. */
  readonly advice: string

  constructor(
    path: string,
    reason: string,
    {
      cause,
      advice = 'Give the loader a codec that keeps it.',
    }: { readonly cause?: unknown; readonly advice?: string } = {},
  ) {
    this.path = path
    this.reason = reason
    this.cause = cause
    this.advice = advice
  }
}

const TYPED_ARRAYS = new Set([
  ...['Buffer', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array'],
  ...['Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
])

/** The name of a typed array's own class, `Buffer` included; `undefined` for subclasses and everything else. */
export function typedArrayName(value: unknown): string | undefined {
  if (!types.isTypedArray(value)) return undefined
  const name = Object.getPrototypeOf(value)?.constructor?.name
  return TYPED_ARRAYS.has(name) && isBuiltIn(value, name === 'Buffer' ? 4 : 3) ? name : undefined
}

/**
 * Whether JSON alone keeps the value.
 *
 * @throws Unstorable with the path to the part that no encoding here keeps.
 */
export function isPlain(value: unknown): boolean {
  return look(value, '', { above: [], seen: new Set(), repeats: 0 })
}

interface Walk {
  /** The objects that the value lies in: meeting one again is a cycle, which JSON cannot say. */
  readonly above: object[]
  readonly seen: Set<object>
  /** How often one was met that had been seen elsewhere. JSON writes it out each time, and what it refers to. */
  repeats: number
}

/** References that fan out can stand for more than memory holds; devalue writes each object once. */
const MOST_REPEATS = 10_000

function look(value: unknown, path: string, walk: Walk): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
    case 'bigint':
    case 'undefined':
      return false
    case 'object':
      return value === null || lookInside(value, path, walk)
    default:
      throw new Unstorable(path || 'it', `is a ${typeof value}`)
  }
}

function lookInside(value: object, path: string, walk: Walk): boolean {
  const { above, seen } = walk
  if (above.includes(value)) return false
  if (above.length >= 500) throw new Unstorable(path, 'is nested more than 500 levels deep')
  if (seen.has(value) && ++walk.repeats > MOST_REPEATS) return false
  seen.add(value)
  above.push(value)
  const plain = Array.isArray(value) ? lookInArray(value, path, walk) : lookInObject(value, path, walk)
  above.pop()
  return plain
}

function lookInArray(value: unknown[], path: string, walk: Walk): boolean {
  if (!isBuiltIn(value, 2)) throw new Unstorable(path || 'it', 'is an instance of a class that extends Array')
  let plain = true
  const names = Reflect.ownKeys(value)
  for (const name of names) {
    if (name === 'length') continue
    const here = `${path}[${String(name)}]`
    const index = Number(typeof name === 'symbol' ? Number.NaN : name)
    if (!(index < value.length) || String(index >>> 0) !== name)
      throw new Unstorable(here, 'is a named property of an array')
    checkProperty(value, name, here)
    plain = look(value[index], here, walk) && plain
  }
  return plain && names.length === value.length + 1
}

function lookInObject(value: object, path: string, walk: Walk): boolean {
  const prototype = Object.getPrototypeOf(value)
  if ((prototype === null || isRoot(prototype)) && !isExotic(value))
    return lookInRecord(value, path, walk) && prototype !== null
  if (typedArrayName(value) !== undefined) return false
  if (!(types.isMap(value) || types.isSet(value) || types.isDate(value)) || !isBuiltIn(value, 2))
    return refuseClass(value, path)
  if (Reflect.ownKeys(value).length > 0) throw new Unstorable(path || 'it', 'has properties of its own')
  if (types.isMap(value))
    for (const [key, item] of value) {
      look(key, `${path}.keys()`, walk)
      look(item, `${path}.get(…)`, walk)
    }
  else if (types.isSet(value)) for (const item of value) look(item, `${path}.values()`, walk)
  return false
}

function lookInRecord(value: object, path: string, walk: Walk): boolean {
  let plain = true
  if (Object.getOwnPropertySymbols(value).length > 0)
    throw new Unstorable(path || 'it', 'has a symbol as a key')
  for (const name of Object.getOwnPropertyNames(value)) {
    const here = /^[A-Za-z_$][\w$]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
    if (name === '__proto__') throw new Unstorable(here, 'is an own property of that name')
    checkProperty(value, name, here)
    plain = look((value as Record<string, unknown>)[name], here, walk) && plain
  }
  return plain
}

function checkProperty(value: object, name: string, path: string): void {
  const property = Object.getOwnPropertyDescriptor(value, name)
  if (property?.get || property?.set) throw new Unstorable(path, 'is an accessor')
  if (property?.enumerable === false) throw new Unstorable(path, 'is not enumerable')
}

function refuseClass(value: object, path: string): never {
  throw new Unstorable(path || 'it', `is an instance of ${value.constructor?.name || 'a class'}`)
}

/** Things whose prototype can be Object's and that are no records all the same. */
function isExotic(value: object): boolean {
  return (
    types.isProxy(value) ||
    types.isArgumentsObject(value) ||
    types.isModuleNamespaceObject(value) ||
    types.isExternal(value)
  )
}

/** `Object.prototype`, of whatever realm: jest and node:vm make others. */
function isRoot(prototype: object): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf')
}

/** An instance of the built-in class itself, not of one that extends it: its prototypes are `depth` up to the root's end. */
function isBuiltIn(value: object, depth: number): boolean {
  let prototype: object | null = Object.getPrototypeOf(value)
  for (let i = 1; i < depth && prototype !== null; i++) prototype = Object.getPrototypeOf(prototype)
  return prototype !== null && isRoot(prototype)
}
