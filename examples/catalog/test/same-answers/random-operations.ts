/** Random valid operations over a schema: arguments, variables, aliases, fragments, nesting, @skip and @include. */
import type { Dice } from '@larder/test/dice'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { ARGUMENTS } from './arguments.ts'

export interface RandomOperation {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** How deep a selection goes: the deepest that the schema has is Query → Product → Review → Author. */
const DEEPEST = 5

export function randomOperation(
  dice: Dice,
  kind: 'query' | 'mutation',
  root: GraphQLObjectType,
): RandomOperation {
  return new Writer(dice).operation(kind, root)
}

class Writer {
  readonly #dice: Dice
  readonly #declared: string[] = []
  readonly #variables: Record<string, unknown> = {}
  readonly #fragments: { readonly name: string; readonly type: string; readonly text: string }[] = []
  #names = 0

  constructor(dice: Dice) {
    this.#dice = dice
  }

  operation(kind: string, root: GraphQLObjectType): RandomOperation {
    const body = this.#selection(root, 0, new Set())
    const declared = this.#declared.length === 0 ? '' : ` (${this.#declared.join(', ')})`
    const fragments = this.#fragments.map(({ name, type, text }) => `fragment ${name} on ${type} ${text}`)
    return {
      query: [`${kind} Random${declared} ${body}`, ...fragments].join('\n'),
      variables: this.#variables,
    }
  }

  /** @param taken Response names of fields with arguments, which may be there once: a second might have other arguments. */
  #selection(type: GraphQLObjectType, depth: number, taken: Set<string> | 'all'): string {
    const count =
      type.name === 'Mutation' ? 1 + Number(this.#dice.chance(0.3)) : 1 + Math.floor(this.#dice.next() * 3)
    const parts = Array.from({ length: count }, () => this.#part(type, depth, taken))
    return `{ ${parts.join(' ')} }`
  }

  #part(type: GraphQLObjectType, depth: number, taken: Set<string> | 'all'): string {
    const drawn = this.#dice.next()
    // Fragments on Mutation would make long chains of writes.
    if (type.name === 'Mutation' || depth >= DEEPEST) return this.#field(type, depth, taken)
    if (drawn < 0.1) {
      const condition = this.#dice.chance(0.5) ? ` on ${type.name}` : ''
      return `...${condition}${this.#directive()} ${this.#selection(type, depth + 1, taken)}`
    }
    if (drawn < 0.2) return `...${this.#fragment(type, depth)}${this.#directive()}`
    if (drawn < 0.25) return '__typename'
    return this.#field(type, depth, taken)
  }

  /** A new one, or one that is there already. */
  #fragment(type: GraphQLObjectType, depth: number): string {
    const there = this.#fragments.filter((fragment) => fragment.type === type.name)
    if (there.length > 0 && this.#dice.chance(0.4)) return this.#dice.pick(there).name
    const text = this.#selection(type, depth + 1, 'all')
    const name = this.#name('F')
    this.#fragments.push({ name, type: type.name, text })
    return name
  }

  #field(type: GraphQLObjectType, depth: number, taken: Set<string> | 'all'): string {
    const all = Object.values(type.getFields())
    const fields = depth < DEEPEST ? all : all.filter((field) => isLeafType(getNamedType(field.type)))
    if (fields.length === 0) return '__typename'
    const field = this.#dice.pick(fields)
    const named = getNamedType(field.type)
    const alias = this.#alias(field, taken)
    // Without arguments it may be there again, and what is below it is then one selection.
    const isMerged = alias === '' && field.args.length === 0
    const below = isObjectType(named)
      ? ` ${this.#selection(named, depth + 1, isMerged ? 'all' : new Set())}`
      : ''
    return `${alias}${field.name}${this.#arguments(field)}${this.#directive()}${below}`
  }

  #alias({ name, args }: GraphQLField<unknown, unknown>, taken: Set<string> | 'all'): string {
    const free = args.length === 0 || (taken !== 'all' && !taken.has(name))
    if (free && this.#dice.chance(0.6)) {
      if (args.length > 0 && taken !== 'all') taken.add(name)
      return ''
    }
    return `${this.#name('a')}: `
  }

  #arguments({ name, args }: GraphQLField<unknown, unknown>): string {
    const given = args.filter((arg) => arg.defaultValue === undefined || this.#dice.chance(0.5))
    const written = this.#dice.shuffle(given.map((arg) => `${arg.name}: ${this.#value(name, arg)}`))
    return written.length === 0 ? '' : `(${written.join(', ')})`
  }

  /** As a literal, or as a variable that has it, be it by default. */
  #value(field: string, { name, type }: GraphQLArgument): string {
    const value = this.#dice.pick(ARGUMENTS[`${field}.${name}`] as readonly unknown[])
    const drawn = this.#dice.next()
    if (drawn < 0.5) return this.#literal(value)
    const variable = this.#name('v')
    if (drawn < 0.6) {
      const declared = isNonNullType(type) ? type.ofType : type
      this.#declared.push(`$${variable}: ${declared} = ${this.#literal(value)}`)
    } else {
      this.#declared.push(`$${variable}: ${type}`)
      this.#variables[variable] = value
    }
    return `$${variable}`
  }

  #literal(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
    return JSON.stringify(value)
  }

  #directive(): string {
    if (!this.#dice.chance(0.15)) return ''
    const directive = this.#dice.pick(['@skip', '@include'])
    const condition = this.#dice.chance(directive === '@skip' ? 0.3 : 0.7)
    if (this.#dice.chance(0.5)) return ` ${directive}(if: ${condition})`
    const variable = this.#name('b')
    this.#declared.push(`$${variable}: Boolean!`)
    this.#variables[variable] = condition
    return ` ${directive}(if: $${variable})`
  }

  #name(prefix: string): string {
    this.#names += 1
    return `${prefix}${this.#names}`
  }
}
