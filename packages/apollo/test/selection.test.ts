import { expect, test } from '@jest/globals'
import { buildSchema, type GraphQLResolveInfo, graphqlSync, print, visit } from 'graphql'
import { canonicalField } from '../src/selection.ts'

const schema = buildSchema(`#graphql
  directive @note(text: String = "none") on FIELD | FRAGMENT_SPREAD
  enum Order { NEW CHEAP }
  scalar Json
  input Page { first: Int = 5, order: Order }
  interface Thing { id: ID, name: String }
  type Book implements Thing { id: ID, name: String, pages(page: Page, ids: [ID], at: Json): Int }
  type Film implements Thing { id: ID, name: String }
  union Either = Book | Film
  type Query { look(id: Int): Thing, book: Book, either: Either }
`)

/** The one form of what is asked for below the first field of the query. */
function formOf(query: string, variableValues: Record<string, unknown> = {}): string {
  let form = ''
  const rootValue = Object.fromEntries(
    ['look', 'book', 'either'].map((name) => [
      name,
      (_args: unknown, _context: unknown, info: GraphQLResolveInfo) => {
        form ||= print(canonicalField(info)).replaceAll(/\s+/g, ' ')
        return null
      },
    ]),
  )
  const { errors } = graphqlSync({ schema, source: query, rootValue, variableValues })
  if (errors) throw new AggregateError(errors, String(errors))
  return form
}

const same: [what: string, one: string, other: string, variables?: Record<string, unknown>][] = [
  ['order', '{ look { name id } }', '{ look { id name } }'],
  ['the own alias', '{ a: look { id } }', '{ look { id } }'],
  ['repetition', '{ look { id id } look { name } }', '{ look { id name } }'],
  ['a fragment', '{ look { ...F } } fragment F on Thing { id }', '{ look { id } }'],
  ['a fragment on the interface of an object', '{ book { ... on Thing { id } } }', '{ book { id } }'],
  ['a fragment without a type', '{ look { ... { id } } }', '{ look { id } }'],
  [
    'fragments on one type',
    '{ look { ... on Book { id } ... on Book { name } } }',
    '{ look { ... on Book { id name } } }',
  ],
  ['@skip', '{ look { id name @skip(if: true) ... @skip(if: true) { name } } }', '{ look { id } }'],
  [
    '@include',
    'query ($no: Boolean!) { look { id name @include(if: $no) } }',
    '{ look { id } }',
    { no: false },
  ],
  [
    'variables, defaults and the order of arguments',
    'query ($o: Order, $i: ID) { book { pages(page: { order: $o }, ids: [$i]) } }',
    '{ book { pages(ids: ["1"], page: { order: CHEAP, first: 5 }) } }',
    { o: 'CHEAP', i: 1 },
  ],
  [
    'what a scalar holds',
    'query ($at: Json) { book { pages(at: $at) } }',
    '{ book { pages(at: { a: [1, 2.5, "x", true, null] }) } }',
    { at: { a: [1, 2.5, 'x', true, null] } },
  ],
  ['the default of a directive', '{ look { id @note } }', '{ look { id @note(text: "none") } }'],
]

test.each(same)('%s makes no difference', (...row) => {
  const [, one, other, variables] = row
  expect(formOf(one, variables)).toBe(formOf(other))
})

const different: [string, string, string][] = [
  ['an alias below', '{ look { a: id } }', '{ look { id } }'],
  ['another field', '{ look { id name } }', '{ look { id } }'],
  ['an argument', '{ book { pages(ids: ["1"]) } }', '{ book { pages(ids: ["2"]) } }'],
  ['null for what is left out', '{ book { pages(ids: null) } }', '{ book { pages } }'],
  ['a type', '{ look { ... on Book { id } } }', '{ look { ... on Film { id } } }'],
  ['a field for all types', '{ look { ... on Book { id } } }', '{ look { id } }'],
  ['a directive', '{ look { id @note(text: "a") } }', '{ look { id @note(text: "b") } }'],
  ['a directive on a fragment', '{ look { ...F @note } } fragment F on Thing { id }', '{ look { id } }'],
  ['__typename', '{ either { __typename } }', '{ either { ... on Book { __typename } } }'],
]

test.each(different)('%s makes a difference', (_what, one, other) => {
  expect(formOf(one)).not.toBe(formOf(other))
})

test('the form can be asked for, and is its own form', () => {
  const query = '{ look { ... on Film { n: name } ... on Book { pages(page: { order: NEW }) id } id } }'
  const form = formOf(query)
  expect(form).toBe(
    'look { ... on Book { id pages(page: {first: 5, order: NEW}) } ... on Film { n: name } id }',
  )
  expect(formOf(`{ ${form} }`)).toBe(form)
})

test('law 6: the form has nothing of the document: no node tells where it stood', () => {
  const places: unknown[] = []
  const look = (_args: unknown, _context: unknown, info: GraphQLResolveInfo) => {
    visit(canonicalField(info), { enter: ({ loc }) => void (loc && places.push(loc.source.body)) })
    return null
  }
  const query = `query ($o: Order) { look {
    a: id @note ...F @note(text: "b") ... on Book { p: pages(page: { order: $o }, ids: ["1"], at: { a: [1] }) }
  } } fragment F on Thing { n: name }`
  expect(graphqlSync({ schema, source: query, rootValue: { look } }).errors).toBeUndefined()
  expect(places).toEqual([])
})
