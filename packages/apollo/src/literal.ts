/** A value of an argument as it would stand in a document. */
import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type ObjectFieldNode,
  type ValueNode,
} from 'graphql'

/** Of a value in its internal form, as a resolver gets it. Throws where a scalar cannot serialize its own. */
export function literalOf(value: unknown, type: GraphQLInputType): ValueNode {
  if (isNonNullType(type)) return literalOf(value, type.ofType)
  if (value === null || value === undefined) return { kind: Kind.NULL }
  if (isListType(type)) {
    const items = Array.isArray(value) ? value : [value]
    return { kind: Kind.LIST, values: items.map((item) => literalOf(item, type.ofType)) }
  }
  if (isInputObjectType(type)) {
    const values = value as Readonly<Record<string, unknown>>
    const given = Object.values(type.getFields()).filter(
      ({ name }) => Object.hasOwn(values, name) && values[name] !== undefined,
    )
    const fields = given.map(({ name, type }) => [name, literalOf(values[name], type)] as const)
    return objectOf(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
  }
  const external = type.serialize(value)
  return isEnumType(type) ? { kind: Kind.ENUM, value: String(external) } : plainLiteral(external)
}

function plainLiteral(value: unknown): ValueNode {
  if (value === null || value === undefined) return { kind: Kind.NULL }
  if (typeof value === 'boolean') return { kind: Kind.BOOLEAN, value }
  if (typeof value === 'string') return { kind: Kind.STRING, value }
  if (typeof value === 'number' || typeof value === 'bigint')
    return { kind: Number.isInteger(Number(value)) ? Kind.INT : Kind.FLOAT, value: String(value) }
  if (Array.isArray(value)) return { kind: Kind.LIST, values: value.map(plainLiteral) }
  // In its own order, which a resolver may go by.
  if (typeof value === 'object') return objectOf(Object.entries(value).map(([k, v]) => [k, plainLiteral(v)]))
  throw new TypeError(`a ${typeof value} cannot stand in a document`)
}

function objectOf(fields: readonly (readonly [name: string, value: ValueNode])[]): ValueNode {
  const nodes = fields.map(([name, value]): ObjectFieldNode => {
    return { kind: Kind.OBJECT_FIELD, name: { kind: Kind.NAME, value: name }, value }
  })
  return { kind: Kind.OBJECT, fields: nodes }
}
