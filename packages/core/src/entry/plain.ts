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
  return look(value, { above: [], steps: [], seen: new Set(), repeats: 0 })
}

interface Walk {
  /** The objects that the value lies in: meeting one again is a cycle, which JSON cannot say. */
  readonly above: object[]
  /** What leads from each of these to the next, or to the value. Made into text only where there is something to tell. */
  readonly steps: (string | symbol)[]
  readonly seen: Set<object>
  /** How often one was met that had been seen elsewhere. JSON writes it out each time, and what it refers to. */
  repeats: number
}

/** References that fan out can stand for more than memory holds; devalue writes each object once. */
const MOST_REPEATS = 10_000

function look(value: unknown, walk: Walk): boolean {
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
      return value === null || lookInside(value, walk)
    default:
      throw refusal(walk, `is a ${typeof value}`)
  }
}

function lookInside(value: object, walk: Walk): boolean {
  const { above, seen } = walk
  if (above.includes(value)) return false
  if (above.length >= 500) throw refusal(walk, 'is nested more than 500 levels deep')
  if (seen.has(value) && ++walk.repeats > MOST_REPEATS) return false
  seen.add(value)
  above.push(value)
  const plain = Array.isArray(value) ? lookInArray(value, walk) : lookInObject(value, walk)
  above.pop()
  return plain
}

function lookInArray(value: unknown[], walk: Walk): boolean {
  if (!isBuiltIn(value, 2)) throw refusal(walk, 'is an instance of a class that extends Array')
  let plain = true
  const names = Reflect.ownKeys(value)
  for (const name of names) {
    if (name === 'length') continue
    walk.steps.push(name)
    const index = Number(typeof name === 'symbol' ? Number.NaN : name)
    if (!(index < value.length) || String(index >>> 0) !== name)
      throw refusal(walk, 'is a named property of an array')
    checkProperty(value, name, walk)
    plain = look(value[index], walk) && plain
    walk.steps.pop()
  }
  return plain && names.length === value.length + 1
}

function lookInObject(value: object, walk: Walk): boolean {
  const prototype = Object.getPrototypeOf(value)
  if ((prototype === null || isRoot(prototype)) && !isExotic(value))
    return lookInRecord(value, walk) && prototype !== null
  if (typedArrayName(value) !== undefined) return false
  if (!(types.isMap(value) || types.isSet(value) || types.isDate(value)) || !isBuiltIn(value, 2))
    throw refusal(walk, `is an instance of ${value.constructor?.name || 'a class'}`)
  if (Reflect.ownKeys(value).length > 0) throw refusal(walk, 'has properties of its own')
  if (types.isMap(value))
    for (const [key, item] of value) {
      lookAt(key, 'keys()', walk)
      lookAt(item, 'get(…)', walk)
    }
  else if (types.isSet(value)) for (const item of value) lookAt(item, 'values()', walk)
  return false
}

function lookInRecord(value: object, walk: Walk): boolean {
  let plain = true
  if (Object.getOwnPropertySymbols(value).length > 0) throw refusal(walk, 'has a symbol as a key')
  for (const name of Object.getOwnPropertyNames(value)) {
    walk.steps.push(name)
    if (name === '__proto__') throw refusal(walk, 'is an own property of that name')
    checkProperty(value, name, walk)
    plain = look((value as Record<string, unknown>)[name], walk) && plain
    walk.steps.pop()
  }
  return plain
}

function lookAt(value: unknown, step: string, walk: Walk): void {
  walk.steps.push(step)
  look(value, walk)
  walk.steps.pop()
}

function checkProperty(value: object, name: string, walk: Walk): void {
  const property = Object.getOwnPropertyDescriptor(value, name)
  if (property?.get || property?.set) throw refusal(walk, 'is an accessor')
  if (property?.enumerable === false) throw refusal(walk, 'is not enumerable')
}

/** Of what the walk is at. */
function refusal({ above, steps }: Walk, reason: string): Unstorable {
  return new Unstorable(steps.map((step, i) => written(step, above[i])).join('') || 'it', reason)
}

function written(step: string | symbol, of: unknown): string {
  if (Array.isArray(of)) return `[${String(step)}]`
  const isName = types.isMap(of) || types.isSet(of) || /^[A-Za-z_$][\w$]*$/.test(String(step))
  return isName ? `.${String(step)}` : `[${JSON.stringify(step)}]`
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
