/** What stands at a node of a document, with the request's variables put in. */
import {
  type ArgumentNode,
  type DirectiveNode,
  type FieldNode,
  type GraphQLArgument,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getArgumentValues,
  Kind,
  type NameNode,
  print,
  type SelectionNode,
} from 'graphql'
import { literalOf } from './literal.ts'

export type Asked = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>

export function directivesOf(asked: Asked, { directives = [] }: SelectionNode): DirectiveNode[] {
  return directives.flatMap((node): DirectiveNode[] => {
    const name = node.name.value
    if (name === GraphQLSkipDirective.name || name === GraphQLIncludeDirective.name) return []
    const definition = asked.schema.getDirective(name)
    if (!definition) throw new TypeError('a directive that the schema does not have')
    const args = argumentsOf(asked, definition.args, node)
    return [{ kind: Kind.DIRECTIVE, name: nameOf(node.name), arguments: args }]
  })
}

/** Without its place: that leads to the whole document. */
export function nameOf({ value }: Pick<NameNode, 'value'>): NameNode {
  return { kind: Kind.NAME, value }
}

export function argumentsOf(
  { variableValues }: Asked,
  definitions: readonly GraphQLArgument[],
  node: FieldNode | DirectiveNode,
): ArgumentNode[] {
  const known = node.arguments?.every(({ name }) => definitions.some((it) => it.name === name.value)) ?? true
  if (!known) throw new TypeError('an argument that the schema does not have')
  const values = getArgumentValues(
    { args: definitions } as Parameters<typeof getArgumentValues>[0],
    node,
    variableValues,
  )
  return definitions
    .filter(({ name }) => Object.hasOwn(values, name))
    .map(({ name, type }): ArgumentNode => {
      return {
        kind: Kind.ARGUMENT,
        name: nameOf({ value: name }),
        value: literalOf(values[name], type),
      }
    })
    .sort(byText)
}

export function byText(one: SelectionNode | DirectiveNode | ArgumentNode, other: typeof one): number {
  const [a, b] = [print(one), print(other)]
  return a < b ? -1 : a > b ? 1 : 0
}
