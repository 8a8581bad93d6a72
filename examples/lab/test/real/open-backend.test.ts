import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { until } from '@larder/test/until'
import pg from 'pg'
import type { LabDatabase } from '../../src/parts/database.ts'
import { openPostgresDatabase } from '../../src/parts/real/database.ts'
import { openRedisStore } from '../../src/parts/real/store.ts'
import type { LabStore } from '../../src/parts/store.ts'
import type { Stage } from '../../src/run/backend.ts'
import { openBackend } from '../../src/run/open-backend.ts'
import { useServers } from '../support/use-servers.ts'

const servers = useServers()

describe('on a stage with both servers', () => {
  let stage: Stage
  let database: LabDatabase
  let store: LabStore
  beforeEach(async () => {
    stage = await openBackend(servers).open()
    database = openPostgresDatabase(String(stage.databaseUrl), { pool: 3, delay: 0 })
    store = openRedisStore(String(stage.redisUrl))
  })
  afterEach(async () => {
    await database.close()
    await store.close()
    await stage.close()
  })

  test('the database counts the queries that processes have made since it was opened', async () => {
    expect(await stage.database?.queries()).toBe(0)
    await Promise.all(Array.from({ length: 10 }, () => database.query(['1'])))
    expect(await stage.database?.queries()).toBe(database.takeCounts().queries)
    expect(await stage.database?.queries()).toBe(10)
  })

  test('the database tells how many connections are in use', async () => {
    expect(await stage.database?.connections()).toBe(0)
    database.setDelay(1_000)
    const queries = Promise.all(Array.from({ length: 5 }, () => database.query(['1'])))
    await until(async () => (await stage.database?.connections()) === 3)
    await queries
    await until(async () => (await stage.database?.connections()) === 0)
  })

  test('queries are refused, those that run and wait, too, until they are let through again', async () => {
    database.setDelay(600_000)
    const outcomes = Promise.allSettled(Array.from({ length: 5 }, () => database.query(['1'])))
    await until(async () => (await stage.database?.connections()) === 3)
    stage.refuseQueries(true)
    expect((await outcomes).map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    await expect(database.query(['1'])).rejects.toThrow()
    // What was cut off does not go on behind the gate.
    await until(async () => (await stage.database?.connections()) === 0)

    stage.refuseQueries(false)
    database.setDelay(0)
    expect((await database.query(['1'])).size).toBe(1)
  })

  test('a frozen store answers when it is thawed', async () => {
    const { get, set } = store.plain
    await set('larder-lab:1', 'one', 60_000)
    stage.freezeStore(true)
    let answered = false
    const answer = get('larder-lab:1').finally(() => {
      answered = true
    })
    // As good as a long time: the server itself answers others meanwhile.
    const direct = openRedisStore(servers.redisUrl)
    for (let trip = 0; trip < 100; trip++) await direct.plain.get('larder-lab:1')
    await direct.close()
    expect(answered).toBe(false)

    stage.freezeStore(false)
    expect(await answer).toBe('one')
  })
})

test('closing a stage cuts processes off', async () => {
  const backend = openBackend({ databaseUrl: servers.databaseUrl })
  const stage = await backend.open()
  const database = openPostgresDatabase(String(stage.databaseUrl), { pool: 1, delay: 600_000 })
  const outcome = database.query(['1']).catch((error) => error)
  await until(async () => (await stage.database?.connections()) === 1)
  await stage.close()
  expect(await outcome).toMatchObject({ message: expect.any(String) })
  await database.close()
})

test('what is not given is simulated; without a store to share there is one process', async () => {
  const onDatabase = openBackend({ databaseUrl: servers.databaseUrl })
  expect(onDatabase).toMatchObject({ database: 'postgres', store: 'memory', mostProcesses: 1 })
  const onStore = openBackend({ redisUrl: servers.redisUrl })
  expect(onStore).toMatchObject({ database: 'simulated', store: 'redis', mostProcesses: 8 })

  const stage = await onStore.open()
  expect([stage.databaseUrl, stage.database]).toEqual([undefined, undefined])
  stage.refuseQueries(true)
  await stage.close()
})

test('where the server may not count queries for the user, it says null', async () => {
  const admin = new pg.Pool({ connectionString: servers.databaseUrl })
  await admin.query('create database plain')
  await admin.query('create role guest login')
  await admin.query('grant create on database plain to guest')
  await admin.end()
  const guest = servers.databaseUrl.replace('postgres@', 'guest@').replace(/postgres$/, 'plain')
  const stage = await openBackend({ databaseUrl: guest }).open()
  expect(await stage.database?.queries()).toBeNull()
  expect(await stage.database?.connections()).toBe(0)
  await stage.close()
})

test('the rest of a URL holds by way of the gate', async () => {
  const backend = openBackend({
    databaseUrl: `${servers.databaseUrl}?options=-c%20work_mem%3D99MB`,
    redisUrl: `${servers.redisUrl}/3`,
  })
  const stage = await backend.open()
  const client = new pg.Client(String(stage.databaseUrl))
  await client.connect()
  expect((await client.query('show work_mem')).rows).toEqual([{ work_mem: '99MB' }])
  await client.end()
  expect(stage.redisUrl).toMatch(/\/3$/)
  await stage.close()
})

describe('what cannot be used is refused when a run begins', () => {
  test.each([
    [{ databaseUrl: 'postgres://me:secret@db.example.com/shop?sslmode=no-verify' }],
    [{ databaseUrl: 'postgres://me:secret@db.example.com/shop?ssl=true' }],
    [{ redisUrl: 'rediss://me:secret@cache.example.com' }],
  ])('%j: TLS', async (urls) => {
    const error = await openBackend(urls)
      .open()
      .catch((error) => error)
    expect(error.name).toBe('ServerError')
    expect(error.message).toMatch(
      /^(DATABASE|REDIS)_URL: expected a server without TLS, .* Use (sslmode=disable|redis:\/\/)/,
    )
    expect(error.message).not.toContain('secret')
  })

  test('a database that does not answer', async () => {
    const backend = openBackend({ databaseUrl: 'postgres://me:secret@127.0.0.1:1/shop' })
    await expect(backend.open()).rejects.toMatchObject({
      name: 'ServerError',
      message: expect.stringMatching(/^DATABASE_URL: .*ECONNREFUSED/),
    })
  })
})
