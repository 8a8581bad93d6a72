import { describe, expect, test } from '@jest/globals'
import { OptionError } from '@larder/core'
import { resolver } from '../src/index.ts'
import { createServer, createTestCache, policy } from './support/cached-server.ts'

const typeDefs = `#graphql
  type Query { now: Int, later: Int, thing: Thing }
  type Mutation { do: Int }
  type Subscription { on: Int }
  interface Thing { id: ID }
  type Book implements Thing { id: ID }
`

const resolvers = { Query: { now: () => 1 } }
const open = resolver({ ...policy, scope: 'public' })

describe('a server does not start', () => {
  const starting = (policies: Record<string, ReturnType<typeof resolver>>) =>
    createServer({ typeDefs, resolvers, policies }).server.start()

  test.each([
    ['Query.then', /resolvers\.Query\.then: .* The type Query has no such field/],
    ['Query.toString', /The type Query has no such field/],
    ['Quary.now', /The schema has no such type/],
    ['now', /has no such/],
    ['Query.now.id', /The schema has no such type/],
    ['Thing.id', /a field of an object type, .* give each of the types/],
    ['Mutation.do', /What is a Mutation has to run each time/],
    ['Subscription.on', /What is a Subscription has to run each time/],
    ['Query.later', /resolvers\.Query\.later: expected a field with a resolver of its own/],
    ['Book.id', /a policy with the option key, received undefined/],
  ])('with a policy for %s', async (coordinate, message) => {
    await expect(starting({ [coordinate]: open })).rejects.toThrow(OptionError)
    await expect(starting({ [coordinate]: open })).rejects.toThrow(message)
  })

  test('and names all that are wrong', async () => {
    await expect(starting({ 'Query.now': open, 'Query.then': open, 'A.b': open })).rejects.toThrow(
      /resolvers\.Query\.then.* And .*resolvers\.A\.b/,
    )
  })

  test('where something else has the coordinate', async () => {
    const { cache } = createTestCache()
    cache.registerResolver('Query.now', { invalidate: async () => false })
    const { server } = createServer({ typeDefs, resolvers, cache, policies: { 'Query.now': open } })
    await expect(server.start()).rejects.toThrow(/a coordinate that is not taken/)
  })
})

test.each<[string, object, RegExp]>([
  [
    'no scope',
    {},
    /resolvers\.Query\.now: scope: expected 'public', or a function of the context, received undefined/,
  ],
  ['another scope', { scope: 'private' }, /scope: expected 'public'/],
  ['a key that is no function', { scope: 'public', key: 'id' }, /key: expected a function of the parent/],
  [
    'bypass without a scope',
    { scope: 'public', unscoped: 'bypass' },
    /unscoped: expected 'bypass', and a scope/,
  ],
  ['a selection of fields', { scope: 'public', selection: ['id'] }, /selection: expected true or false/],
  ['a context that is no list', { scope: 'public', context: 'db' }, /context: expected names of properties/],
  ['the loaders in its context', { scope: 'public', context: ['loaders'] }, /neither loaders nor then/],
  ['a context that looks like a promise', { scope: 'public', context: ['then'] }, /neither loaders nor then/],
  ['a name twice in its context', { scope: 'public', context: ['db', 'db'] }, /each once/],
  ['a time that is none', { scope: 'public', ttl: 'soon' }, /ttl: expected milliseconds/],
  ['what a loader would refuse', { scope: 'public', grace: -1 }, /Loader "Query\.now": grace/],
  ['an option that there is not', { scope: 'public', tll: 1 }, /expected the options ttl, .* received "tll"/],
])('larder refuses a policy with %s', (_what, options, message) => {
  expect(() => createServer({ typeDefs, policies: { 'Query.now': options as never } })).toThrow(message)
})

test('larder refuses what is no policy', () => {
  const { cache } = createTestCache()
  const create = (policies: object) => () => createServer({ typeDefs, cache, policies: policies as never })
  expect(create({ 'Query.now': null })).toThrow(/expected a policy made by resolver, received null/)
  expect(create(new Map([['Query.now', open]]))).toThrow(/resolvers: expected an object of policies/)
  expect(create([])).toThrow(/resolvers: expected an object of policies/)
})
