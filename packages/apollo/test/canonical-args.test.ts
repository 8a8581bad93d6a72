import { describe, expect, test } from '@jest/globals'
import { InvalidKeyError } from '@larder/core'
import {
  buildSchema,
  GraphQLError,
  type GraphQLField,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLObjectType,
  type GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql'
import { argsText } from '../src/canonical-args.ts'
import { resolver } from '../src/index.ts'
import { createServer, createTestCache, policy } from './support/cached-server.ts'

const typeDefs = `#graphql
  enum Order { NEW CHEAP }
  scalar Json
  scalar Money
  input Filter { term: String, order: Order = NEW, tags: [String], within: Filter }
  type Query {
    find(filter: Filter, first: Int = 10, id: ID, order: Order, at: Json, price: Money, ids: [ID!]): String
  }
`

class Amount {
  readonly cents: number
  constructor(cents: number) {
    this.cents = cents
  }
}

class List extends Array {}

/** Though its scalar could serialize it. */
const UNKEYABLE = /argument at, whose value has no canonical text as Json; see cause/

const schema = createSchema()
const find = schema.getQueryType()?.getFields().find as GraphQLField<unknown, unknown>

function createSchema(): GraphQLSchema {
  const made = buildSchema(typeDefs)
  const money = made.getType('Money') as GraphQLScalarType
  money.serialize = (value) => {
    if (value instanceof Amount) return value.cents
    throw new GraphQLError('no money')
  }
  const json = made.getType('Json') as GraphQLScalarType
  json.serialize = (value) => (typeof value === 'function' ? value : 'a text')
  return made
}

const textOf = (args: Record<string, unknown>, withDefaults = false) =>
  argsText('Query.find', find.args, args, { withDefaults })

describe('the text of arguments', () => {
  test('has nothing of the order of names, nor of prototypes', () => {
    const bare = Object.assign(Object.create(null), { order: 'CHEAP', term: 'tea' })
    expect(textOf({ filter: { term: 'tea', order: 'CHEAP' }, first: 1 })).toBe(
      textOf({ first: 1, filter: bare }),
    )
  })

  test('law 6: tells apart what a resolver can tell apart', () => {
    const all: Record<string, unknown>[] = [
      {},
      { filter: null },
      { filter: {} },
      { filter: { term: null } },
      { filter: { term: '' } },
      { filter: { term: 'null' } },
      { filter: { within: {} } },
      { filter: { tags: [] } },
      { filter: { tags: ['a', 'b'] } },
      { filter: { tags: ['b', 'a'] } },
      { filter: { tags: ['a,b'] } },
      { filter: { tags: [null] } },
      { first: 0 },
      { first: 1 },
      { id: '1' },
      { at: 1 },
      { at: '1' },
      { at: -0 },
      { at: 0 },
      { at: 1n },
      { at: true },
      { at: [1] },
      { at: { a: 1, b: [{ c: null }] } },
      { at: { a: 1, b: [{}] } },
      { at: { a: 1, b: 2 } },
      { at: { b: 2, a: 1 } },
      { at: '{"a":1}' },
      { at: new Date(0) },
      { at: 'Date(0)' },
      { price: new Amount(5) },
      { price: 5 },
      { price: '\ud800' },
      { price: '\ud801' },
    ]
    expect(new Set(all.map((args) => textOf(args))).size).toBe(all.length)
  })

  test('has an argument that bears the name of what all objects have only where it is given', () => {
    const field = buildSchema('input In { toString: Int } type Query { a(constructor: Int, in: In): Int }')
      .getQueryType()
      ?.getFields().a as GraphQLField<unknown, unknown>
    for (const withDefaults of [true, false]) {
      expect(argsText('Query.a', field.args, {}, { withDefaults })).toBe('{}')
      expect(argsText('Query.a', field.args, { constructor: 1, in: {} }, { withDefaults })).toBe(
        '{"constructor":1,"in":{}}',
      )
    }
  })

  test('is that of an ID as GraphQL reads it', () => {
    expect(textOf({ id: 7, ids: [1, '2'] })).toBe(textOf({ id: '7', ids: ['1', '2'] }))
  })

  test('has the defaults for whoever invalidates, also those within', () => {
    expect(textOf({ filter: { within: {} } }, true)).toBe(
      textOf({ first: 10, filter: { order: 'NEW', within: { order: 'NEW' } } }),
    )
    expect(textOf({ first: null }, true)).toBe(textOf({ first: null }))
    expect(textOf({ filter: { tags: 'one' } }, true)).toBe(
      textOf({ first: 10, filter: { order: 'NEW', tags: ['one'] } }),
    )
  })

  test.each<[string, Record<string, unknown>, RegExp]>([
    [
      'an argument that the field does not define',
      { limit: 1 },
      /argument limit, which the schema does not define/,
    ],
    ['a field that an input does not define', { filter: { from: 1 } }, /argument filter\.from, which/],
    ['what is no object where one has to be', { filter: 'tea' }, /argument filter, which is no object/],
    ['a function', { at: () => 1 }, /argument at, whose value has no canonical text as Json; see cause/],
    [
      'what a scalar cannot serialize',
      { price: new URL('https://a.b') },
      /argument price, .* as Money; see cause/,
    ],
    ['an array with more to it', { at: Object.assign([5], { unit: 'km' }) }, UNKEYABLE],
    ['an array with a hole', { at: Array(1) }, UNKEYABLE],
    ['an array of a class', { at: List.from([5]) }, UNKEYABLE],
    ['what is not enumerable', { at: Object.defineProperty({}, 'unit', { value: 'km' }) }, UNKEYABLE],
    ['what is under a symbol', { at: { [Symbol('unit')]: 'km' } }, UNKEYABLE],
    ['what is inherited', { at: Object.create({ unit: 'km' }) }, UNKEYABLE],
    [
      'what is inherited from a bare record',
      { at: Object.create(Object.assign(Object.create(null), { a: 1 })) },
      UNKEYABLE,
    ],
    ['such things within', { at: { in: [Object.assign([5], { unit: 'km' })] } }, UNKEYABLE],
  ])('refuses %s, and says nothing of the value', (_what, args, message) => {
    const refused = expect(() => textOf(args))
    refused.toThrow(InvalidKeyError)
    refused.toThrow(message)
    refused.toThrow(/^Loader "Query\.find": /)
  })

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['no value of an enum', { order: 'DEAR' }, /argument order, .* as Order; see cause/],
    ['text for a number', { first: '1' }, /argument first, .* as Int; see cause/],
    ['a number for text', { filter: { term: 1 } }, /argument filter\.term, .* as String; see cause/],
  ])('of what somebody names refuses %s', (_what, args, message) => {
    expect(() => textOf(args, true)).toThrow(message)
  })
})

test('a default is what the resolver gets, also where GraphQL leaves it as it is', async () => {
  const { cache } = createTestCache()
  const input = new GraphQLInputObjectType({
    name: 'In',
    fields: { a: { type: GraphQLInt, defaultValue: 5 } },
  })
  const args = { in: { type: input, defaultValue: {} } }
  let runs = 0
  const find = {
    type: GraphQLString,
    args,
    resolve: (_: unknown, given: object) => `${JSON.stringify(given)} ${++runs}`,
  }
  const { execute } = createServer({
    cache,
    schema: new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: { find } }) }),
    policies: { 'Query.find': resolver({ ...policy, scope: 'public' }) },
  })
  expect((await execute('{ find }')).data.find).toBe('{"in":{}} 1')
  expect((await execute('{ find(in: {}) }')).data.find).toBe('{"in":{"a":5}} 2')
  expect(await cache.resolver('Query.find').invalidate()).toBe(true)
  expect((await execute('{ find }')).data.find).toBe('{"in":{}} 3')
  expect((await execute('{ find(in: {}) }')).data.find).toBe('{"in":{"a":5}} 2')
  expect(await cache.resolver('Query.find').invalidate({ in: {} })).toBe(true)
})

test('a default that is no value of its enum is keyed as the resolver gets it', async () => {
  const { cache } = createTestCache()
  const { execute } = createServer({
    cache,
    typeDefs: 'enum E { A B } input In { b: [E!] = [A] } type Query { find(in: In = {}): String }',
    resolvers: { E: { A: 'a', B: 'b' }, Query: { find: (_: unknown, args: object) => JSON.stringify(args) } },
    policies: { 'Query.find': resolver({ ...policy, scope: 'public' }) },
  })
  expect(await execute('{ find }')).toMatchObject({ data: { find: '{"in":{"b":["A"]}}' } })
  expect((await execute('{ find(in: { b: [A] }) }')).data.find).toBe('{"in":{"b":["a"]}}')
  expect(await cache.resolver('Query.find').invalidate()).toBe(true)
})

test('enums and scalars are keyed as the resolver gets them, and a default is as good as its value', async () => {
  const seen: unknown[] = []
  const { execute } = createServer({
    typeDefs,
    resolvers: {
      Order: { NEW: 1, CHEAP: { by: 'price' } },
      Query: { find: (_: unknown, args: object) => `run ${seen.push(args)}` },
    },
    policies: { 'Query.find': resolver({ ...policy, scope: 'public' }) },
  })
  const run = async (args: string, variables = {}) => {
    const used = ['$o: Order', '$f: Filter', '$n: Int'].filter((variable) =>
      args.includes(variable.slice(0, 2)),
    )
    const query = `query ${used.length > 0 ? `(${used})` : ''} { find(${args}) }`
    return (await execute(query, {}, variables)).data?.find
  }
  expect(await run('order: CHEAP, first: 10')).toBe('run 1')
  expect(await run('order: $o', { o: 'CHEAP' })).toBe('run 1')
  expect(await run('order: $o, first: $n', { o: 'CHEAP' })).toBe('run 1')
  expect(await run('order: NEW')).toBe('run 2')
  expect(await run('filter: { tags: "a", order: NEW }')).toBe('run 3')
  expect(await run('filter: $f', { f: { tags: ['a'] } })).toBe('run 3')
  expect(await run('filter: null')).toBe('run 4')
  expect(await run('filter: $f')).toBe('run 5')
  expect(seen[0]).toEqual({ order: { by: 'price' }, first: 10 })
})
