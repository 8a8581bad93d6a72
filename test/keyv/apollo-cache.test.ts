import { createHash } from 'node:crypto'
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import { ApolloServerPluginCacheControl } from '@apollo/server/plugin/cacheControl'
import { startStandaloneServer } from '@apollo/server/standalone'
import responseCache from '@apollo/server-plugin-response-cache'
import { KeyvAdapter } from '@apollo/utils.keyvadapter'
import { afterEach, describe, expect, test } from '@jest/globals'
import type { Duration } from '@larder/core'
import { LarderKeyv } from '@larder/keyv'
import type { Keyv } from 'keyv5'
import { sentToNodes } from '../fleet/support/sent-to-nodes.ts'
import { until } from '../support/until.ts'
import { versions as creators } from './support/create-keyv.ts'
import { redisScene } from './support/scene.ts'
import { versions as keyvs } from './support/versions.ts'

const scene = redisScene()

const caches = [
  ...keyvs.map(({ version, Keyv }) => ({
    what: `LarderKeyv under Keyv ${version}`,
    make: (url: string, storeTimeout: Duration) =>
      new Keyv({
        store: new LarderKeyv({ url, storeTimeout }),
        namespace: 'apollo',
      }) as unknown as Keyv<string>,
  })),
  ...creators.map(({ version, createKeyv }) => ({
    what: `createKeyv under Keyv ${version}`,
    make: (url: string, storeTimeout: Duration) =>
      createKeyv<string>({ url, storeTimeout, namespace: 'apollo' }) as unknown as Keyv<string>,
  })),
]

const typeDefs = 'type Query { product(id: ID!): String }'
const query = 'query Product($id: ID!) { product(id: $id) }'
const extensions = {
  persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') },
}
const silent = { debug() {}, info() {}, warn() {}, error() {} }

describe.each(caches)('the cache of Apollo Server is $what', ({ make }) => {
  let servers: ApolloServer[] = []
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    servers = []
  })

  /** A server of its own, with a connection of its own to the Redis that they share. */
  async function serve({ plugins = [] as ApolloServerPlugin[], storeTimeout = '4s' as Duration } = {}) {
    const resolved: string[] = []
    const keyv = scene.closing(make(scene.server.url, storeTimeout))
    const errors: unknown[] = []
    keyv.on('error', (error) => errors.push(error))
    const server = new ApolloServer({
      typeDefs,
      resolvers: {
        Query: { product: (_: unknown, { id }: { id: string }) => resolved.push(id) && `product ${id}` },
      },
      cache: new KeyvAdapter(keyv as never), // Its types are those of Keyv 5's CommonJS build.
      persistedQueries: { ttl: 300 },
      // Imported here: Apollo's own import of it would meet another graphql, since Keyv 5 has reset Jest's modules.
      plugins: [ApolloServerPluginCacheControl({ defaultMaxAge: 60 }), ...plugins],
      logger: silent,
    })
    servers.push(server)
    const { url } = await startStandaloneServer(server, { listen: { port: 0 } })
    async function ask(body: object) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ variables: { id: '1' }, ...body }),
      })
      const { data, errors } = (await response.json()) as {
        data?: unknown
        errors?: { extensions: { code: string } }[]
      }
      return { data, code: errors?.[0]?.extensions.code, isCached: response.headers.has('age') }
    }
    return { ask, resolved, errors }
  }

  /** What has been written behind a response. In ms. */
  async function lifetimes(count: number): Promise<number[]> {
    await until(async () => (await scene.client.keys('*')).length === count)
    return Promise.all((await scene.client.keys('*')).map((key) => scene.client.pttl(key)))
  }

  test('a persisted query is answered by its hash alone, by the server that was told it and by another', async () => {
    const one = await serve()
    expect(await one.ask({ extensions })).toMatchObject({ code: 'PERSISTED_QUERY_NOT_FOUND' })
    expect(await one.ask({ query, extensions })).toMatchObject({ data: { product: 'product 1' } })
    const [life] = await lifetimes(1)
    expect(life).toBeGreaterThan(200_000)
    expect(life).toBeLessThanOrEqual(300_000)
    const other = await serve()
    expect(await one.ask({ extensions })).toMatchObject({ data: { product: 'product 1' } })
    expect(await other.ask({ extensions })).toMatchObject({ data: { product: 'product 1' } })
    expect([one.resolved, other.resolved]).toEqual([['1', '1'], ['1']])
  })

  test('a cached response is served without its resolver, by the server that made it and by another', async () => {
    const plugins = [responseCache()]
    const one = await serve({ plugins })
    expect(await one.ask({ query })).toMatchObject({ data: { product: 'product 1' }, isCached: false })
    const [life] = await lifetimes(1)
    expect(life).toBeGreaterThan(0)
    expect(life).toBeLessThanOrEqual(60_000)
    const other = await serve({ plugins })
    expect(await one.ask({ query })).toMatchObject({ data: { product: 'product 1' }, isCached: true })
    expect(await other.ask({ query })).toMatchObject({ data: { product: 'product 1' }, isCached: true })
    expect([one.resolved, other.resolved]).toEqual([['1'], []])
  })

  test('without an answer from Redis, the resolver answers', async () => {
    const { ask, resolved } = await serve({ plugins: [responseCache()], storeTimeout: '1s' })
    await ask({ query })
    await lifetimes(1)
    scene.server.freeze()
    try {
      expect(await ask({ query })).toMatchObject({ data: { product: 'product 1' }, isCached: false })
      // Clients send the query itself then.
      expect(await ask({ extensions })).toMatchObject({ code: 'PERSISTED_QUERY_NOT_FOUND' })
    } finally {
      scene.server.thaw()
    }
    expect(resolved).toEqual(['1', '1'])
  })

  test('a response that is too large to be stored is answered all the same', async () => {
    const id = 'x'.repeat(1024 * 1024)
    const { ask, resolved, errors } = await serve({ plugins: [responseCache()] })
    for (let i = 0; i < 2; i++) {
      const { data } = await ask({ query, variables: { id } })
      expect(data).toEqual({ product: `product ${id}` })
      await until(() => errors.length === i + 1)
    }
    expect(resolved).toEqual([id, id])
    expect(errors[0]).toMatchObject({ code: 'LARDER_UNSTORABLE' })
  })

  test.each([{ disableBatchReads: false }, { disableBatchReads: true }])(
    'the reads of a tick are one command, with %j too',
    async (options) => {
      const cache = new KeyvAdapter(scene.closing(make(scene.server.url, '4s')) as never, options)
      const keys = ['a', 'b', 'c', 'd']
      for (const key of keys) await cache.set(key, `the ${key}`, { ttl: 60 })
      let answers: unknown
      const [{ commands } = { commands: [] }] = await sentToNodes([scene.server], async () => {
        answers = await Promise.all([...keys, 'none', 'a'].map((key) => cache.get(key)))
      })
      expect(answers).toEqual(['the a', 'the b', 'the c', 'the d', undefined, 'the a'])
      expect(commands.filter(([name]) => name === 'mget')).toEqual([
        ['mget', ...Array.from({ length: 5 }, () => expect.any(String))],
      ])
    },
  )
})
