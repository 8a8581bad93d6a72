import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { run } from '@larder/cli'
import { type Cache, createCache } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisCluster, startCluster } from '@larder/test/redis-cluster'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { until } from '@larder/test/until'
import { Cluster, Redis } from 'ioredis'

let server: RedisServer
let admin: Redis
let cache: Cache

beforeAll(async () => {
  server = await startRedis()
  admin = new Redis(server.options)
})

beforeEach(async () => {
  await admin.flushall()
  cache = createCache({
    namespace: 'shop',
    store: redisStore(admin, { timeout: '20s' }),
    storeTimeout: '20s',
    hot: {},
  })
})

afterEach(() => cache.close())

afterAll(async () => {
  admin.disconnect()
  await server.stop()
})

interface Ran {
  readonly code: number
  readonly out: string
  readonly complaints: string
  readonly questions: readonly string[]
}

async function larder(
  args: readonly string[],
  answer?: string,
  env = { REDIS_URL: server.url },
): Promise<Ran> {
  const [out, complaints, questions]: string[][] = [[], [], []]
  const ask = async (question: string) => {
    questions?.push(question)
    return answer as string
  }
  const code = await run(args, {
    env,
    out: (text) => void out?.push(text),
    complain: (text) => void complaints?.push(text),
    ask: answer === undefined ? undefined : ask,
  })
  return {
    code,
    out: `${out?.join('\n')}`,
    complaints: `${complaints?.join('\n')}`,
    questions: questions ?? [],
  }
}

/** The names of the commands that Redis is sent while `work` runs, but those that the test sends itself. */
async function commandsOf(work: () => Promise<unknown>): Promise<Set<string>> {
  const monitor = await admin.monitor()
  const seen: string[] = []
  let isOver = false
  monitor.on('monitor', (_time: string, [name, text]: string[]) => {
    if (text === 'the end') isOver = true
    else seen.push(`${name}`.toLowerCase())
  })
  await work()
  await admin.echo('the end')
  await until(() => isOver)
  monitor.disconnect()
  return new Set(seen)
}

/** All that a connection says of itself, and what reads. */
const READS = [
  'auth',
  'client',
  'hello',
  'info',
  'select',
  'ping',
  'quit',
  'time',
  'get',
  'mget',
  'scan',
  'command',
]

const products = (version = 1) =>
  cache.loader(
    'product',
    async (ids: readonly string[]) => ids.map((id) => (id === 'none' ? null : { name: `pot ${id}` })),
    {
      ttl: '1m',
      version,
    },
  )
const carts = () =>
  cache.loader('cart', async (ids: readonly string[]) => ids.map((id) => new Map([[id, 1n]])), {
    scope: (user: string) => user,
  })

describe('larder peek', () => {
  test('shows what lies under an ID, the value only if it is asked for, and writes nothing', async () => {
    await products(3).loadMany(['4 2', 'none'])
    const ran: Ran[] = []
    const commands = await commandsOf(async () => {
      ran.push(await larder(['peek', 'shop', 'product', '4 2']))
      ran.push(await larder(['peek', 'shop', 'product', '4 2', '--value', '--json']))
      ran.push(await larder(['peek', 'shop', 'product', 'none', '--value', '--version', '3']))
      ran.push(await larder(['peek', 'shop', 'product', 'unknown']))
      ran.push(await larder(['peek', 'shop', 'product', '4 2', '--version', '2']))
    })
    expect(commands).toContain('mget')
    expect([...commands].filter((name) => !READS.includes(name))).toEqual([])
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 3, 3])
    const [plain, json, missing, absent] = ran.map(({ out }) => out)
    expect(plain).toMatch(
      /^state {9}fresh\nkey {11}shop:{product\/\/4%202}:v3\nversion {7}3\nstamp {9}[\w-]{16}\nbytes /,
    )
    expect(plain).toMatch(/\nage {11}\d+\.\d s\nfresh for {5}\d+\.\d s\nservable for {2}\d+\.\d s$/)
    expect(plain).not.toContain('pot')
    expect(JSON.parse(`${json}`)).toMatchObject({ state: 'fresh', version: 3, value: { name: 'pot 4 2' } })
    expect(missing).toMatch(/^state {9}missing\n.*\nvalue {9}null$/s)
    expect(absent).toMatch(/^state {9}absent\nkey /)
  })

  test('finds a loader with a scope, and shows values that JSON cannot say as text', async () => {
    await carts().for('ann').load('1')
    const peek = ['peek', 'shop', 'cart', '1', '--value', '--json']
    expect((await larder(peek)).code).toBe(3)
    const { code, out } = await larder([...peek, '--scope', '"ann"'])
    expect([code, JSON.parse(out).value]).toEqual([0, "Map(1) { '1' => 1n }"])
  })
})

describe('larder hot', () => {
  test('lists the keys that were remembered, and writes nothing', async () => {
    const [some, others] = [products(), carts()]
    expect((await larder(['hot', 'shop'])).out).toBe('No keys are remembered in the namespace "shop".')
    for (let i = 0; i < 400; i++) await some.load('42')
    for (let i = 0; i < 200; i++) await others.for('ann').load('7')
    await cache.close()
    let text!: Ran
    let json!: Ran
    const commands = await commandsOf(async () => {
      text = await larder(['hot', 'shop'])
      json = await larder(['hot', 'shop', '--json'])
    })
    expect(commands).toContain('mget')
    expect([...commands].filter((name) => !READS.includes(name))).toEqual([])
    expect(text.out).toMatch(/^\d+\tproduct\t-\t"42"\n\d+\tcart\t"ann"\t"7"$/)
    expect(JSON.parse(json.out)).toMatchObject([{ loader: 'product', id: '42' }, { scope: 'ann' }])
  })

  test('fails where the record is not whole', async () => {
    await admin.set('shop:hot', 'no record')
    expect(await larder(['hot', 'shop'])).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('shop:hot'),
    })
  })
})

describe('larder flush-loader', () => {
  test('asks, or needs --yes, and does nothing else', async () => {
    await products().loadMany(['1', '2'])
    const flush = ['flush-loader', 'shop', 'product']
    const unasked = await larder(flush)
    expect(unasked).toMatchObject({ code: 2, out: '' })
    expect(unasked.complaints).toContain('nothing was done: 2 IDs of the loader "product" of "shop"')
    const denied = await larder(flush, 'n')
    expect([denied.code, denied.questions]).toEqual([
      2,
      ['Flush 2 IDs of the loader "product" of "shop"? [y/N] '],
    ])
    expect(await admin.dbsize()).toBe(2)
    expect(await larder(flush, 'y')).toMatchObject({
      code: 0,
      out: 'Flushed 2 IDs of the loader "product" of "shop".',
    })
    expect(await admin.dbsize()).toBe(0)
    expect(await larder(flush)).toMatchObject({
      code: 0,
      out: 'Flushed 0 IDs of the loader "product" of "shop".',
    })
  })

  test('law 3: flushes all scopes and versions of one loader, and what is loading fills nothing', async () => {
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    const slow = cache.loader(
      'cart',
      async (ids: readonly string[]) => {
        await held
        return ids.map(() => 'old')
      },
      { scope: (user: string) => user },
    )
    const refused: string[] = []
    cache.on('fill-refused', ({ id }) => refused.push(id))
    const loading = slow.for('ann').load('1')
    await until(() => admin.exists('shop:{cart/%22ann%22/1}:lease', 'shop:{cart/"ann"/1}:lease'))
    const entry = await admin.keys('*')
    for (const version of [1, 2, 5, 9, 20_240_101])
      await admin.set(`shop:{cart/"bob"/x}:v${version}`, 'an older release’s')
    await admin.set('shop:{carts//1}:v1', 'another loader’s')

    const { code, out } = await larder(['flush-loader', 'shop', 'cart', '--yes', '--json'])
    expect([code, JSON.parse(out), entry.length]).toEqual([0, { flushed: 2 }, 1])
    go()
    await loading
    await until(() => refused.length > 0)
    expect(await admin.keys('*')).toEqual(['shop:{carts//1}:v1'])
  })
})

describe('larder refuses', () => {
  test.each([
    [['look'], 'expected a command, peek, hot, flush-loader; received look'],
    [['peek', 'shop', 'product'], 'peek: expected NAMESPACE LOADER ID; received 2 of them'],
    [['hot', 'shop', '--yes'], 'hot: there is no option --yes'],
    [['peek', 'shop', 'product', '1', '--loud'], "Unknown option '--loud'"],
    [['peek', 'shop', 'product', '1', '--version', '0'], '--version: expected a whole number from 1'],
    [['peek', 'shop', 'product', '1', '--scope', 'ann'], '--scope: expected JSON'],
    [['peek', 'shop', 'product', '1', '--scope', 'null'], 'the scope has to be'],
    [['peek', 'sh\nop', 'product', '1'], 'createCache: namespace'],
    [['hot', 'shop', '--url', 'http://me:secret@host'], 'expected a URL such as redis://localhost:6379'],
  ])('%j', async (args, message) => {
    const { code, out, complaints } = await larder(args)
    expect([code, out]).toEqual([2, ''])
    expect(complaints).toContain(message)
    expect(complaints).not.toContain('secret')
  })

  test('and says why Redis cannot be reached', async () => {
    const { code, complaints } = await larder(['hot', 'shop', '--url', 'redis://:secret@127.0.0.1:1'])
    expect(code).toBe(1)
    expect(complaints).toContain('ECONNREFUSED')
    expect(complaints).not.toContain('secret')
  })
})

test('larder is a program', async () => {
  await products().load('42')
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const start = (...args: string[]) =>
    new Promise<[code: unknown, out: string, complaints: string]>((resolve) => {
      const program = ['--conditions=@larder/source', '--import', 'tsx', main, ...args]
      const env = { ...process.env, NODE_OPTIONS: '', REDIS_URL: server.url }
      const child = execFile(process.execPath, program, { env }, (error, out, complaints) =>
        resolve([error?.code ?? 0, out, complaints]),
      )
      child.stdin?.end()
    })
  expect(await start()).toEqual([0, expect.stringContaining('Usage: larder <command>'), ''])
  expect(await start('peek', 'shop', 'product', '42', '--json')).toEqual([
    0,
    expect.stringMatching(/^{"state":"fresh"/),
    '',
  ])
  expect(await start('flush-loader', 'shop', 'product')).toEqual([
    2,
    '',
    expect.stringContaining('nothing was done'),
  ])
}, 60_000)

describe('on a Redis Cluster', () => {
  let cluster: RedisCluster
  let client: Cluster

  beforeAll(async () => {
    cluster = await startCluster()
    client = new Cluster([...cluster.startupNodes])
  }, 60_000)

  afterAll(async () => {
    client.disconnect()
    await cluster.stop()
  })

  test('larder looks at all nodes, and flushes all', async () => {
    const there = createCache({
      namespace: 'shop',
      store: redisStore(client, { timeout: '20s' }),
      storeTimeout: '20s',
    })
    const loader = there.loader('product', async (ids: readonly string[]) => ids.map((id) => `pot ${id}`))
    await until(() => client.status === 'ready')
    const ids = Array.from({ length: 50 }, (_, i) => `${i}`)
    await loader.loadMany(ids)
    await there.settled()
    const on = ['--cluster', '--url', `redis://127.0.0.1:${cluster.startupNodes[0]?.port}`]
    expect(await larder(['peek', 'shop', 'product', '7', ...on])).toMatchObject({ code: 0 })
    const { code, out } = await larder(['flush-loader', 'shop', 'product', '--yes', ...on])
    expect([code, out]).toEqual([0, 'Flushed 50 IDs of the loader "product" of "shop".'])
    expect(await loader.cachedMany(ids)).toEqual(ids.map(() => undefined))
    await there.close()
  })
})
