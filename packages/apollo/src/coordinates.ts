/** From the coordinates of policies to the fields of a schema. */
import { OptionError } from '@larder/core'
import { type GraphQLSchema, isObjectType } from 'graphql'
import type { Field } from './call.ts'
import type { CheckedPolicy } from './resolver-policy.ts'
import { hasResolver } from './wrapped-fields.ts'

interface Found {
  /** By coordinate. */
  readonly fields: ReadonlyMap<string, Field>
  /** What is wrong with those that are not found. */
  readonly errors: readonly OptionError[]
}

/** Those whose resolver can be cached by their policy. */
export function findFields(schema: GraphQLSchema, policies: ReadonlyMap<string, CheckedPolicy>): Found {
  const fields = new Map<string, Field>()
  const errors: OptionError[] = []
  for (const [coordinate, policy] of policies) {
    const found = find(schema, coordinate, policy)
    if (found instanceof OptionError) errors.push(found)
    else fields.set(coordinate, found)
  }
  return { fields, errors }
}

/** @throws OptionError that names all that are wrong. */
export function throwAny(errors: readonly OptionError[]): void {
  const [first, ...others] = errors
  if (first !== undefined && others.length > 0)
    first.message += ` And ${others.map(({ message }) => message).join(' And ')}`
  if (first !== undefined) throw first
}

function find(schema: GraphQLSchema, coordinate: string, policy: CheckedPolicy): Field | OptionError {
  const where = `larder: resolvers.${coordinate}`
  const refuse = (expected: string, received: unknown, advice?: string) =>
    new OptionError(where, expected, received, advice)
  const [typeName = '', fieldName = '', ...more] = coordinate.split('.')
  const type = schema.getType(typeName)
  if (type === undefined || more.length > 0)
    return refuse('the coordinate of a field, Type.field', coordinate, 'The schema has no such type.')
  if (!isObjectType(type))
    return refuse(
      'a field of an object type',
      coordinate,
      `${typeName} is none: give each of the types that can be there a policy.`,
    )
  const field = Object.hasOwn(type.getFields(), fieldName) ? type.getFields()[fieldName] : undefined
  if (field === undefined)
    return refuse('a field that the schema has', coordinate, `The type ${typeName} has no such field.`)
  if (type === schema.getMutationType() || type === schema.getSubscriptionType())
    return refuse('a field of a query', coordinate, `What is a ${typeName} has to run each time.`)
  if (type !== schema.getQueryType() && policy.key === undefined)
    return refuse(
      'a policy with the option key',
      policy.key,
      `What ${typeName} it is has to be part of the key: key: (parent) => parent.id, say.`,
    )
  if (!hasResolver(field))
    return refuse(
      'a field with a resolver of its own',
      coordinate,
      "What the default resolver, the server's `fieldResolver` or its `rootValue` answers is a part of the parent.",
    )
  return field
}
