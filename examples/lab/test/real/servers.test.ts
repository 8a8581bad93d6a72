import { expect, test } from '@jest/globals'
import { listens } from '@larder/test/listens'
import { startServers } from '../../src/servers/index.ts'

test('what the environment does not name is started, and stopped', async () => {
  const servers = await startServers({ REDIS_URL: '' })
  expect(servers.started).toEqual(['Postgres', 'Redis'])
  for (const url of [servers.databaseUrl, servers.redisUrl]) expect(await listens(url)).toBe(true)
  await servers.stop()
  for (const url of [servers.databaseUrl, servers.redisUrl]) expect(await listens(url)).toBe(false)
  await servers.stop()
})

test('what it names is used as it is, and not stopped', async () => {
  const theirs = await startServers({ DATABASE_URL: 'postgres://db.example.com/shop' })
  const servers = await startServers({ DATABASE_URL: theirs.databaseUrl, REDIS_URL: theirs.redisUrl })
  expect(servers).toMatchObject({
    databaseUrl: 'postgres://db.example.com/shop',
    redisUrl: theirs.redisUrl,
    started: [],
  })
  await servers.stop()
  expect(await listens(theirs.redisUrl)).toBe(true)
  await theirs.stop()
})
