/** A value of an argument as text: two have the same text only if a resolver could not tell them apart. */
import { types } from 'node:util'

/** What it holds cannot be seen from without: an instance of a class, a function, a symbol. */
export class Opaque extends TypeError {}

/**
 * Primitives, arrays, plain records and Dates. Types are told apart, and so are records by the order of their names, which a
 * resolver may go by; what is left out of a record is not `undefined`.
 *
 * @throws Opaque, and TypeError for what has more to it than would be written.
 */
export function valueText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value)
    case 'bigint':
      return `${value}n`
    case 'boolean':
    case 'undefined':
      return String(value)
    case 'object':
      return value === null ? 'null' : objectText(value)
    default:
      throw new Opaque(`a ${typeof value} has no canonical text`)
  }
}

/** The parts of a record by name, whose texts are given, in one order. */
export function recordText(parts: Iterable<readonly [name: string, text: string]>): string {
  return textOf([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function textOf(parts: readonly (readonly [name: string, text: string])[]): string {
  return `{${parts.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`
}

function objectText(value: object): string {
  if (Array.isArray(value)) return arrayText(value)
  if (types.isDate(value) && isBuiltIn(value)) return `Date(${value.getTime()})`
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== null && !isRoot(prototype)) {
    if (Object.hasOwn(prototype, 'constructor'))
      throw new Opaque('an instance of a class has no canonical text')
    throw new TypeError('an object that inherits properties has no canonical text')
  }
  if (Reflect.ownKeys(value).length !== Object.keys(value).length)
    throw new TypeError('an object with hidden properties has no canonical text')
  return textOf(Object.entries(value).map(([name, part]) => [name, valueText(part)] as const))
}

function arrayText(value: readonly unknown[]): string {
  const prototype = Object.getPrototypeOf(value)
  const isPlain = prototype !== null && isRoot(Object.getPrototypeOf(prototype))
  // Its items and its length.
  if (!isPlain || Reflect.ownKeys(value).length !== value.length + 1)
    throw new TypeError('an array with holes, with properties or of a class has no canonical text')
  return `[${Array.from(value, valueText).join()}]`
}

/** What ends the prototypes, by its form: values come from other realms, too. */
function isRoot(prototype: object | null): boolean {
  return (
    prototype !== null &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, 'isPrototypeOf')
  )
}

/** No subclass, and nothing added. */
function isBuiltIn(date: Date): boolean {
  const above = Object.getPrototypeOf(Object.getPrototypeOf(date))
  return Object.getPrototypeOf(above) === null && Reflect.ownKeys(date).length === 0
}
