/** A value of an argument as text: two have the same text only if a resolver could not tell them apart. */
import { types } from 'node:util'

/**
 * Primitives, arrays, plain records in the order of their names, and Dates. Types are told apart; what is left out of a
 * record is not `undefined`.
 *
 * @throws TypeError for anything else: what a class instance holds cannot be seen from without.
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
      throw new TypeError(`a ${typeof value} has no canonical text`)
  }
}

/** The parts of a record by name, whose texts are given, in one order. */
export function recordText(parts: Iterable<readonly [name: string, text: string]>): string {
  const sorted = [...parts].sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`
}

function objectText(value: object): string {
  if (Array.isArray(value)) return `[${Array.from(value, valueText).join()}]`
  if (types.isDate(value) && isBuiltIn(value)) return `Date(${value.getTime()})`
  if (!isPlain(value)) throw new TypeError('an instance of a class has no canonical text')
  return recordText(Object.entries(value).map(([name, part]) => [name, valueText(part)] as const))
}

/** By the form of its prototype: records come from other realms, too. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  const bare = prototype === null || Object.getPrototypeOf(prototype) === null
  return bare && Object.getOwnPropertySymbols(value).length === 0
}

/** No subclass, and nothing added. */
function isBuiltIn(date: Date): boolean {
  const above = Object.getPrototypeOf(Object.getPrototypeOf(date))
  return Object.getPrototypeOf(above) === null && Reflect.ownKeys(date).length === 0
}
