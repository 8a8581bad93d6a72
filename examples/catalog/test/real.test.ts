/** The catalogue on servers of its own: what `npm run start:real` runs. */
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { listens } from '@larder/test/listens'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { ask } from './support/ask.ts'
import { type CatalogProcess, runCatalog } from './support/run-catalog.ts'

jest.setTimeout(180_000)

let child: CatalogProcess | undefined
let redis: RedisServer | undefined
/** Where the servers keep what they have. */
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larder-real-'))
  // They may be of another user.
  await chmod(folder, 0o755)
})
afterEach(async () => {
  child?.signal('SIGKILL')
  await child?.exit
  await redis?.stop()
  await rm(folder, { recursive: true })
})

const foldersOfServers = async () => (await readdir(folder)).filter((name) => name.startsWith('larder-'))

test('starts what the environment does not name, says so, answers, and ends it when it is told to end', async () => {
  redis = await startRedis()
  child = runCatalog({ PORT: '0', REDIS_URL: redis.url, TMPDIR: folder }, 'src/real.ts')
  const url = await child.ready
  const { data, extensions } = await ask(url, '{ topProducts(first: 3) { name } }')
  expect([data.topProducts.length, extensions.sql]).toEqual([3, 2])
  expect(await foldersOfServers()).toEqual([expect.stringContaining('postgres')])

  child.signal('SIGINT')
  expect(await child.exit).toEqual([0, null])
  expect(child.output.slice(0, 2)).toEqual([`ready ${url}`, 'started Postgres'])
  expect(child.errors).toEqual([])
  expect(await foldersOfServers()).toEqual([])
  expect(await listens(redis.url)).toBe(true)
})

test('a mistake in the environment is answered with one line, and no server stays', async () => {
  child = runCatalog({ PORT: 'http', DATABASE_URL: 'postgres://127.0.0.1:1/none' }, 'src/real.ts')
  expect(await child.exit).toEqual([1, null])
  expect(child.errors).toEqual([expect.stringMatching(/^PORT: /)])

  child = runCatalog(
    { PORT: '0', DATABASE_URL: 'postgres://127.0.0.1:1/none', TMPDIR: folder },
    'src/real.ts',
  )
  expect(await child.exit).toEqual([1, null])
  expect(child.errors).toEqual([expect.stringMatching(/^DATABASE_URL: no connection/)])
  expect(await foldersOfServers()).toEqual([])
})
