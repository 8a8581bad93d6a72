/** The arguments of a field as text, by the schema: what the key of a cached resolver says of them. */
import { InvalidKeyError } from '@larder/core'
import {
  type GraphQLArgument,
  type GraphQLEnumType,
  GraphQLID,
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isSpecifiedScalarType,
} from 'graphql'
import { Opaque, recordText, valueText } from './canonical-value.ts'

type Definition = GraphQLArgument | GraphQLInputField
type Values = Readonly<Record<string, unknown>>

/**
 * `values` are as a resolver gets them: enums and custom scalars in their internal form. The order of names counts for
 * nothing, that of lists does; omitted is not `null`.
 *
 * @param withDefaults For whoever names a result: what is left out has its default, and what is given has to be of its type.
 *   What comes from a request GraphQL has completed and checked already.
 * @throws InvalidKeyError for what the field does not define, and for a value without a canonical text.
 */
export function argsText(
  coordinate: string,
  definitions: readonly Definition[],
  values: Values,
  { withDefaults }: { readonly withDefaults: boolean },
): string {
  return new Writer(coordinate, withDefaults).record('', definitions, values)
}

class Writer {
  readonly #coordinate: string
  readonly #withDefaults: boolean

  constructor(coordinate: string, withDefaults: boolean) {
    this.#coordinate = coordinate
    this.#withDefaults = withDefaults
  }

  /** GraphQL hands a default to the resolver as it is, neither completed nor checked. */
  get #ofDefaults(): Writer {
    return this.#withDefaults ? new Writer(this.#coordinate, false) : this
  }

  record(path: string, definitions: readonly Definition[], values: Values): string {
    const known = new Set(definitions.map(({ name }) => name))
    const unknown = Object.keys(values).find((name) => !known.has(name))
    if (unknown !== undefined) throw this.#refusal(`${path}${unknown}`, 'which the schema does not define')
    const parts = definitions.flatMap(({ name, type, defaultValue }) => {
      // Its own: every record has a `constructor`.
      const given = Object.hasOwn(values, name) ? values[name] : undefined
      const isDefault = given === undefined && this.#withDefaults
      const [writer, value] = isDefault ? [this.#ofDefaults, defaultValue] : [this, given]
      return value === undefined ? [] : [[name, writer.#value(`${path}${name}`, type, value)] as const]
    })
    return recordText(parts)
  }

  #value(path: string, type: GraphQLInputType, value: unknown): string {
    if (isNonNullType(type)) return this.#value(path, type.ofType, value)
    if (value === null || value === undefined) return 'null'
    if (isListType(type)) {
      const items = Array.isArray(value) ? value : [value]
      return `[${items.map((item, i) => this.#value(`${path}[${i}]`, type.ofType, item)).join()}]`
    }
    if (isInputObjectType(type)) {
      if (typeof value !== 'object') throw this.#refusal(path, 'which is no object')
      return this.record(`${path}.`, Object.values(type.getFields()), value as Values)
    }
    try {
      if (isEnumType(type)) return this.#enumText(type, value)
      // As GraphQL reads it: whoever invalidates has the ID from a row, say, where it is a number.
      if (type === GraphQLID) return valueText(String(type.serialize(value)))
      // With 1 where '1' has to be, say, nothing would be found, and nobody be told.
      if (this.#withDefaults && isSpecifiedScalarType(type)) return valueText(type.parseValue(value))
      return scalarText(value, (internal) => type.serialize(internal))
    } catch (cause) {
      throw this.#refusal(path, `whose value has no canonical text as ${type.name}; see cause`, cause)
    }
  }

  /** A default may be none of the enum's values: tools that give these an internal form leave it as it was within inputs. */
  #enumText(type: GraphQLEnumType, value: unknown): string {
    try {
      return valueText(type.serialize(value))
    } catch (error) {
      if (this.#withDefaults) throw error
      return `raw(${valueText(value)})`
    }
  }

  #refusal(path: string, why: string, cause?: unknown): InvalidKeyError {
    return new InvalidKeyError(this.#coordinate, `there is no key with the argument ${path}, ${why}.`, {
      cause,
    })
  }
}

/**
 * As the resolver sees it, if that can be written. What the scalar serializes to, which may say less, speaks for nothing but
 * what cannot be seen from without.
 */
function scalarText(value: unknown, serialize: (value: unknown) => unknown): string {
  try {
    return valueText(value)
  } catch (error) {
    if (!(error instanceof Opaque)) throw error
    return `external(${valueText(serialize(value))})`
  }
}
