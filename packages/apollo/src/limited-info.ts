/** What a cached resolver sees of `info`. */
import type { FieldNode, GraphQLResolveInfo } from 'graphql'

/** The same for all requests of a schema. */
const FREE = new Set<PropertyKey>(['fieldName', 'parentType', 'returnType', 'schema'])
/** What the language and its libraries look for on any object. */
const ON_ANY_OBJECT = new Set<PropertyKey>(['then', 'constructor', 'toJSON', 'toString', 'valueOf'])

/**
 * `info`, with word of the first property that was touched and depends on the request. With `selection`, what was asked for
 * is told by that node alone, which is in the key: nothing of the request is left in it.
 */
export function limitInfo(
  info: GraphQLResolveInfo,
  selection: FieldNode | undefined,
  depends: (property: string) => void,
): GraphQLResolveInfo {
  const given: Readonly<Record<PropertyKey, unknown>> =
    selection === undefined ? {} : { fieldNodes: [selection], fragments: {}, variableValues: {} }

  function read(property: string | symbol): unknown {
    if (typeof property === 'symbol' || ON_ANY_OBJECT.has(property)) return undefined
    if (Object.hasOwn(given, property)) return given[property]
    if (!FREE.has(property)) depends(property)
    return Reflect.get(info, property)
  }

  return new Proxy({} as GraphQLResolveInfo, {
    get: (_, property) => read(property),
    has: (_, property) => read(property) !== undefined,
    ownKeys: () => Reflect.ownKeys(info),
    getOwnPropertyDescriptor(_, property) {
      if (!Object.hasOwn(info, property)) return undefined
      return { value: read(property), enumerable: true, configurable: true, writable: true }
    },
    set(_, property, value) {
      depends(String(property))
      return Reflect.set(info, property, value)
    },
    deleteProperty: () => false,
    defineProperty: () => false,
  })
}
