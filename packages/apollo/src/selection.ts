/** Which fields were asked for below a field, in one form: as a node that owes nothing to the request but what it says. */
import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isObjectType,
  Kind,
  print,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { type Asked, argumentsOf, byText, directivesOf, nameOf } from './asked.ts'

/**
 * The field that is resolved, once for all of its nodes: variables put in, defaults filled in, fragments resolved, `@skip`
 * and `@include` applied, everything in one order. The field's own alias is left out, those below it are not.
 *
 * Throws on what cannot be brought into that form, such as an argument that is not valid.
 */
export function canonicalField(info: GraphQLResolveInfo): FieldNode {
  const before = canonical.get(info.fieldNodes)
  if (before?.variableValues === info.variableValues) return before.node
  const { alias: _, ...node } = fieldOf(info, info.fieldNodes, info.parentType)
  canonical.set(info.fieldNodes, { variableValues: info.variableValues, node })
  return node
}

/** The nodes of siblings, say a field of each product of a list, are one array. */
const canonical = new WeakMap<object, { readonly variableValues: object; readonly node: FieldNode }>()

/** @param nodes With one response name, of which there is at least one. */
function fieldOf(asked: Asked, nodes: readonly FieldNode[], parent: GraphQLCompositeType): FieldNode {
  const [first] = nodes as [FieldNode]
  const name = first.name.value
  const field = 'getFields' in parent ? parent.getFields()[name] : undefined
  const type = field && getNamedType(field.type)
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  return {
    kind: Kind.FIELD,
    name: nameOf(first.name),
    ...(first.alias && { alias: nameOf(first.alias) }),
    arguments: argumentsOf(asked, field?.args ?? [], first),
    directives: nodes.flatMap((node) => directivesOf(asked, node)).sort(byText),
    ...(isCompositeType(type) &&
      sets.length > 0 && {
        selectionSet: { kind: Kind.SELECTION_SET, selections: selectionsOf(asked, sets, type) },
      }),
  }
}

interface Narrowed {
  readonly type: GraphQLCompositeType
  readonly directives: readonly DirectiveNode[]
  readonly sets: SelectionSetNode[]
}

function selectionsOf(
  asked: Asked,
  sets: readonly SelectionSetNode[],
  parent: GraphQLCompositeType,
): SelectionNode[] {
  const fields = new Map<string, FieldNode[]>()
  const narrowed = new Map<string, Narrowed>()
  for (const set of sets) collect(asked, set, parent, fields, narrowed)
  const below = [...narrowed.values()].map(({ type, directives, sets }): SelectionNode => {
    return {
      kind: Kind.INLINE_FRAGMENT,
      typeCondition: { kind: Kind.NAMED_TYPE, name: nameOf({ value: type.name }) },
      directives,
      selectionSet: { kind: Kind.SELECTION_SET, selections: selectionsOf(asked, sets, type) },
    }
  })
  const own = [...fields.values()].map((nodes) => fieldOf(asked, nodes, parent))
  return [...own, ...below].sort(byText)
}

function collect(
  asked: Asked,
  set: SelectionSetNode,
  parent: GraphQLCompositeType,
  fields: Map<string, FieldNode[]>,
  narrowed: Map<string, Narrowed>,
): void {
  for (const node of set.selections) {
    if (!isIncluded(asked, node)) continue
    if (node.kind === Kind.FIELD) {
      const name = (node.alias ?? node.name).value
      fields.set(name, [...(fields.get(name) ?? []), node])
      continue
    }
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? asked.fragments[node.name.value] : node
    if (fragment === undefined) throw new TypeError('a fragment that the document does not define')
    const type = typeOf(asked, fragment.typeCondition, parent)
    const directives = directivesOf(asked, node).sort(byText)
    if (directives.length === 0 && isAlways(asked, parent, type)) {
      collect(asked, fragment.selectionSet, parent, fields, narrowed)
      continue
    }
    const name = [type.name, ...directives.map(print)].join(' ')
    const group = narrowed.get(name) ?? { type, directives, sets: [] }
    narrowed.set(name, group)
    group.sets.push(fragment.selectionSet)
  }
}

function isIncluded({ variableValues }: Asked, node: SelectionNode): boolean {
  if (getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if === true) return false
  return getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if !== false
}

function typeOf(
  { schema }: Asked,
  condition: FragmentDefinitionNode['typeCondition'] | undefined,
  parent: GraphQLCompositeType,
): GraphQLCompositeType {
  const type = condition === undefined ? parent : schema.getType(condition.name.value)
  if (!isCompositeType(type)) throw new TypeError('a fragment on a type that the schema does not have')
  return type
}

/** Whether a fragment on `type` concerns all that is a `parent`. */
function isAlways({ schema }: Asked, parent: GraphQLCompositeType, type: GraphQLCompositeType): boolean {
  return type === parent || (isObjectType(parent) && isAbstractType(type) && schema.isSubType(type, parent))
}
