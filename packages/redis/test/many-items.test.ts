/** Many items in one call of a script: each is as it would be by itself, and they cost less together. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Acquire, type Leases, type Store, systemClock } from '@larder/core'
import { redisStore } from '@larder/redis'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { Redis } from 'ioredis'

const newToken = () => systemClock.token()
const entryOf = (token: string) => ({ before: `LRD1${token}p`, after: ',9,9,0,0,0,\n', life: 60_000 })

let server: RedisServer
let client: Redis
let store: Store
let leases: Leases

beforeAll(async () => {
  server = await startRedis()
  client = new Redis(server.options)
  store = redisStore(client, { timeout: '4s' })
  leases = store.leases as Leases
})

beforeEach(async () => void (await client.flushall()))

afterAll(async () => {
  await store.close()
  client.disconnect()
  await server.stop()
})

function want(id: string, more: Partial<Acquire> = {}): Acquire {
  return {
    lease: `{${id}}:lease`,
    keys: [`{${id}}:v1`],
    token: newToken(),
    seen: undefined,
    life: 60_000,
    ...more,
  }
}

function fillOf({ lease, token, keys: [key = ''] }: Acquire) {
  return { lease, token, write: { key, ...entryOf(token) } }
}

const kinds = (answers: readonly { readonly kind: string }[]) => answers.map(({ kind }) => kind)
const idsUpTo = (count: number) => Array.from({ length: count }, (_, n) => String(n))

describe('items of one call that name the same key', () => {
  test('of two who want a lease the first has it, and the second is told to wait', async () => {
    const [first, second, other] = [want('a'), want('a'), want('b')]
    const acquired = await leases.acquire([first, second, other, first, second])
    expect(kinds(acquired)).toEqual(['granted', 'held', 'granted', 'granted', 'held'])
    expect(await client.get(first.lease)).toContain(first.token)
    // Who waits is told of the end, since somebody does.
    expect(await client.get(first.lease)).toMatch(/^L1/)
  })

  test('a lease is good for one fill', async () => {
    const [a, b] = [want('a'), want('b')]
    await leases.acquire([a, b])
    expect(await leases.fill([fillOf(a), fillOf(b), fillOf(a)])).toEqual([true, true, false])
    expect(await client.keys('*:lease')).toEqual([])
  })

  test('a failure is counted once more where it is told once more, and a lease that is given back stays so', async () => {
    const [a, b] = [want('a'), want('b')]
    await leases.acquire([a, b])
    const failure = { lease: a.lease, token: a.token, cool: 60_000, keep: 60_000 }
    await leases.fail([
      { ...failure, failures: 1 },
      { ...failure, failures: 2 },
    ])
    const release = { lease: b.lease, token: b.token, reason: 'cancelled' as const }
    await leases.release([release, release])
    expect(await leases.acquire([want('a'), want('b')])).toEqual([
      { kind: 'cooling', until: expect.any(Number), failures: 1 },
      { kind: 'granted', at: expect.any(Number), failures: 0 },
    ])
  })

  test('an old entry is promoted once', async () => {
    const [old, token] = [newToken(), newToken()]
    await store.writeMany([{ key: '{a}:v1', ...entryOf(old) }])
    const promotion = {
      lease: '{a}:lease',
      write: { key: '{a}:v2', ...entryOf(token) },
      from: { key: '{a}:v1', stamp: old },
    }
    expect(await leases.promote([promotion, promotion])).toEqual([true, false])
  })

  test('of two primes the second counts', async () => {
    const [one, two] = [newToken(), newToken()]
    const prime = (token: string) => ({
      lease: '{a}:lease',
      keys: ['{a}:v1'],
      write: { key: '{a}:v1', ...entryOf(token) },
    })
    await leases.prime([prime(one), prime(two)])
    expect(await client.get('{a}:v1')).toContain(two)
  })
})

describe('keys of another type among many', () => {
  test('law 8: are told of, and no others are', async () => {
    await client.rpush('{57}:v1', 'an element')
    await client.rpush('{58}:lease', 'an element')
    const wants = idsUpTo(100).map((id) => want(id))
    const acquired = await leases.acquire(wants)
    expect(kinds(acquired)).toEqual(wants.map(() => 'granted'))
    const told = acquired.flatMap((it, i) => ('foreign' in it && it.foreign ? [[i, it.foreign]] : []))
    expect(told).toEqual([[57, expect.any(String)]])
    expect(await leases.fill(wants.map(fillOf))).toEqual(wants.map(() => true))
    expect(await client.type('{57}:v1')).toBe('string')
  })

  test('are told of to a user who may not ask what EXISTS, too', async () => {
    await client.call('ACL', 'SETUSER', 'narrow', 'on', '>secret', '~*', '&*', '+@all', '-exists')
    const narrow = new Redis({ ...server.options, username: 'narrow', password: 'secret' })
    const narrowStore = redisStore(narrow, { timeout: '4s' })
    await client.rpush('{b}:v1', 'an element')
    const acquired = await narrowStore.leases?.acquire(['a', 'b', 'c'].map((id) => want(id)))
    expect(acquired?.map((it) => 'foreign' in it)).toEqual([false, true, false])
    await narrowStore.close()
    narrow.disconnect()
  })
})

test('more keys than Lua passes arguments are read, written and deleted all the same', async () => {
  const older = idsUpTo(24)
  const wants = idsUpTo(1_100).map((id) => want(id, { keys: older.map((n) => `{${id}}:v${n}`) }))
  const token = newToken()
  await store.writeMany([{ key: '{499}:v23', ...entryOf(token) }])
  const acquired = await leases.acquire(wants)
  expect(acquired[499]).toEqual({ kind: 'found', stored: expect.stringContaining(token), index: 23 })
  expect(kinds(acquired).filter((kind) => kind === 'granted').length).toBe(1_099)
  const fills = wants.filter((_, i) => i !== 499).map(fillOf)
  expect(new Set(await leases.fill(fills))).toEqual(new Set([true]))
  expect(await client.dbsize()).toBe(1_100)
})

test('what many items need of the server is asked for at once', async () => {
  const wants = idsUpTo(100).map((id) => want(id))
  await leases.acquire([want('scripts are loaded')])
  await client.config('RESETSTAT')
  await leases.acquire(wants)
  expect(await commandsRun()).toMatchObject({ evalsha: 1, mget: 1, exists: 1, set: 100 })
  await client.config('RESETSTAT')
  await leases.fill(wants.map(fillOf))
  expect(await commandsRun()).toMatchObject({ mget: 1, set: 100, del: 1 })
  expect(await commandsRun()).not.toHaveProperty('get')
})

/** How often each command was run, in scripts or by itself. */
async function commandsRun(): Promise<Record<string, number>> {
  const stats = await client.info('commandstats')
  const counts = stats.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)
  return Object.fromEntries([...counts].map(([, name, calls]) => [name, Number(calls)]))
}
