import type { ApolloServerPlugin } from '@apollo/server'
import { describe, expect, test } from '@jest/globals'
import { barrier } from '@larder/core/testing'
import { buildSchema, type GraphQLField, type GraphQLSchema, graphql } from 'graphql'
import { resolver } from '../src/index.ts'
import { createServer, createTestCache, policy } from './support/cached-server.ts'

const open = resolver({ ...policy, scope: 'public' })

function createSchema() {
  const schema = buildSchema('type Query { now: Int @deprecated later: Int }')
  const field = schema.getQueryType()?.getFields().now as GraphQLField<unknown, unknown>
  let runs = 0
  const resolve = () => ++runs
  field.resolve = resolve
  return { schema, field, resolve, runs: () => runs }
}

class Viewer {
  readonly age = 7
  readonly notes: number[] = []

  half() {
    return this.age / 2
  }
}

const now = async ({ execute }: ReturnType<typeof createServer>) => (await execute('{ now }')).data.now

describe('servers that share a schema', () => {
  test('wrap its fields once, and the last that stops leaves them as they were', async () => {
    const { schema, field, resolve } = createSchema()
    const policies = { 'Query.now': open }
    const [one, other] = [createServer({ schema, policies }), createServer({ schema, policies })]
    await one.server.start()
    const wrapper = field.resolve
    expect(wrapper).not.toBe(resolve)
    await other.server.start()
    expect(field.resolve).toBe(wrapper)

    // Each has a cache of its own.
    expect([await now(one), await now(other), await now(one), await now(other)]).toEqual([1, 2, 1, 2])
    await one.stop()
    await other.stop()
    const plain = createServer({ schema })
    expect([await now(plain), await now(plain)]).toEqual([3, 4])
  })

  test('without a policy run the resolver', async () => {
    const { schema } = createSchema()
    const cached = createServer({ schema, policies: { 'Query.now': open } })
    const plain = createServer({ schema })
    expect([await now(cached), await now(plain), await now(cached), await now(plain)]).toEqual([1, 2, 1, 3])
  })

  test('a field without a resolver of its own answers no null where that shows only as it runs', async () => {
    const { schema } = createSchema()
    const hooks = {
      requestDidStart: async () => ({ executionDidStart: async () => ({ willResolveField: () => {} }) }),
    }
    const more = { server: { fieldResolver: () => 7 }, plugins: [hooks] }
    const plain = createServer({ schema, ...more })
    expect((await plain.execute('{ later }')).data.later).toBe(7)
    const cached = createServer({ schema, policies: { 'Query.later': open }, ...more })
    expect((await cached.execute('{ later }')).errors?.[0]?.message).toMatch(/has no resolver of its own/)
  })

  test('on one cache share the results', async () => {
    const { schema } = createSchema()
    const { cache } = createTestCache()
    const policies = { 'Query.now': open }
    const [one, other] = [
      createServer({ schema, policies, cache }),
      createServer({ schema, policies, cache }),
    ]
    expect([await now(one), await now(other)]).toEqual([1, 1])
  })

  test('a schema that an operation executes with its own context has no results of the schema around it', async () => {
    const [outer, inner] = [createSchema(), createSchema()]
    const { cache } = createTestCache()
    const policies = { 'Query.now': open }
    const innerServer = createServer({ schema: inner.schema, policies, cache })
    await innerServer.server.start()
    const later = outer.schema.getQueryType()?.getFields().later as GraphQLField<unknown, unknown>
    later.resolve = async (_parent, _args, contextValue) => {
      const { data } = await graphql({ schema: inner.schema, source: '{ now }', contextValue })
      return (data?.now as number) + 100
    }
    const { execute } = createServer({ schema: outer.schema, policies })
    const ask = async () => (await execute('{ now later }')).data
    expect([await ask(), await ask()]).toEqual([
      { now: 1, later: 101 },
      { now: 1, later: 102 },
    ])
  })

  test('a field that somebody has wrapped since lets through, and is cached again by the next server', async () => {
    const { schema, field } = createSchema()
    const cached = createServer({ schema, policies: { 'Query.now': open } })
    await cached.server.start()
    const ours = field.resolve
    field.resolve = (...call) => ours?.(...call)
    expect([await now(cached), await now(cached)]).toEqual([1, 1])
    await cached.stop()

    const plain = createServer({ schema })
    expect([await now(plain), await now(plain)]).toEqual([2, 3])
    const again = createServer({ schema, policies: { 'Query.now': open } })
    expect([await now(again), await now(again)]).toEqual([4, 4])
  })
})

describe("Apollo Server's hooks around resolvers", () => {
  function hooks() {
    const told: string[] = []
    const plugin: ApolloServerPlugin<object> = {
      async requestDidStart() {
        return {
          async executionDidStart() {
            return {
              willResolveField: ({ info }) => {
                told.push(`will ${info.fieldName}`)
                return (error, result) => void told.push(`did ${error?.message ?? result}`)
              },
            }
          },
        }
      },
    }
    return { told, plugin }
  }

  const inOrder: [string, (schema: GraphQLSchema) => Promise<void>][] = [
    ['which wrap after us', async () => {}],
    [
      'which have wrapped before us',
      async (schema) => {
        await createServer({ schema, plugins: [hooks().plugin] }).execute('{ later }')
      },
    ],
  ]

  test.each(inOrder)('%s, are called once for each field, hit or miss', async (_order, prepare) => {
    const { schema, field, runs } = createSchema()
    await prepare(schema)
    const { told, plugin } = hooks()
    const server = createServer({ schema, policies: { 'Query.now': open }, plugins: [plugin] })
    await server.server.start()
    const before = runs()
    expect([await now(server), await now(server)]).toEqual([before + 1, before + 1])
    expect(told).toEqual(['will now', `did ${before + 1}`, 'will now', `did ${before + 1}`])
    expect(field.resolve).toBeDefined()
  })

  test.each(inOrder)(
    '%s, are called once for a request that joined and runs alone',
    async (_order, prepare) => {
      const { schema, field } = createSchema()
      const source = barrier()
      const { cache } = createTestCache()
      cache.on('join', () => source.open())
      let runs = 0
      field.resolve = async (_parent, _args, context) => {
        await source.pass()
        if (++runs === 1) return new Number(7)
        // An instance is its own request's alone, which then sees its context as it is.
        const viewer = context as Viewer
        viewer.notes.push({ ...viewer }.age)
        return new Number(viewer.half() * 2)
      }
      await prepare(schema)
      const { told, plugin } = hooks()
      const { execute } = createServer({
        cache,
        schema,
        policies: { 'Query.now': open },
        plugins: [plugin],
      })
      const viewers = [new Viewer(), new Viewer()]
      const answers = await Promise.all(viewers.map((viewer) => execute('{ now }', viewer)))
      expect(viewers.map(({ notes }) => notes).toSorted()).toEqual([[], [7]])
      expect(answers.map(({ data }) => data)).toEqual([{ now: 7 }, { now: 7 }])
      const alone = answers.map(({ extensions }) => extensions?.larder.resolvers['Query.now']?.alone)
      expect(alone.sort()).toEqual([0, 1])
      expect(told.toSorted()).toEqual(['did 7', 'did 7', 'will now', 'will now'])
    },
  )
})

describe('a schema that is loaded anew', () => {
  function gatewayOf(first: GraphQLSchema) {
    let update: (schema: GraphQLSchema) => void = () => {}
    const gateway = {
      onSchemaLoadOrUpdate(
        listener: (context: { apiSchema: GraphQLSchema; coreSupergraphSdl: string }) => void,
      ) {
        update = (apiSchema) => listener({ apiSchema, coreSupergraphSdl: '' })
        return () => {}
      },
      load: async () => {
        update(first)
        return { executor: null }
      },
      stop: async () => {},
    }
    return { gateway, update: (schema: GraphQLSchema) => update(schema) }
  }

  test('is cached from then on, and the former one is as it was', async () => {
    const [old, young] = [createSchema(), createSchema()]
    const { gateway, update } = gatewayOf(old.schema)
    const errors: unknown[] = []
    const server = createServer({
      policies: { 'Query.now': open },
      server: {
        gateway: gateway as never,
        typeDefs: undefined as never,
        logger: { debug() {}, info() {}, warn() {}, error: (error) => void errors.push(error) },
      },
    })
    await server.server.start()
    expect(old.field.resolve).not.toBe(old.resolve)
    update(young.schema)
    expect(old.field.resolve).toBe(old.resolve)
    expect(young.field.resolve).not.toBe(young.resolve)
    expect(server.cache.resolver('Query.now')).toBeDefined()

    update(buildSchema('type Query { later: Int }'))
    expect(young.field.resolve).toBe(young.resolve)
    expect(String(errors.at(-1))).toMatch(/resolvers\.Query\.now: .* has no such field/)
    await server.stop()
  })

  test('is left alone by a server that has failed to start', async () => {
    const [old, young] = [createSchema(), createSchema()]
    const { gateway, update } = gatewayOf(old.schema)
    const { server } = createServer({
      policies: { 'Query.now': open },
      server: { gateway: gateway as never, typeDefs: undefined as never },
    })
    const page = { serverWillStart: async () => ({ renderLandingPage: async () => ({ html: '' }) }) }
    server.addPlugin(page)
    server.addPlugin(page)
    await expect(server.start()).rejects.toThrow('renderLandingPage')
    update(young.schema)
    expect([old.field.resolve, young.field.resolve]).toEqual([old.resolve, young.resolve])
  })
})
