import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type PostgresServer, startPostgres } from '@larder/test/postgres-server'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { openBackend } from '../../src/run/open-backend.ts'

let postgres: PostgresServer
let redis: RedisServer
beforeAll(async () => {
  postgres = await startPostgres()
  redis = await startRedis()
})
afterAll(async () => {
  await postgres?.stop()
  await redis?.stop()
})

test('results say of which versions the servers were, and nothing of what is simulated', async () => {
  const [databaseUrl, redisUrl] = [postgres.url, redis.url]
  const version = expect.stringMatching(/^\d+(\.\d+)+( \(Valkey [\d.]+\))?$/)
  expect(await openBackend({ databaseUrl, redisUrl }).versions()).toEqual({
    postgres: version,
    redis: version,
  })
  expect(await openBackend({ redisUrl }).versions()).toEqual({ redis: version })
  expect(await openBackend({}).versions()).toEqual({})
})
