import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { Redis } from 'ioredis'
import { slotOf } from '../src/slot.ts'

let server: RedisServer
let redis: Redis

beforeAll(async () => {
  server = await startRedis({ args: ['--cluster-enabled', 'yes'], hasBus: true })
  redis = new Redis(server.options)
})

afterAll(async () => {
  redis.disconnect()
  await server.stop()
})

test('a key lies in the slot that Redis says, whatever characters it holds', async () => {
  const keys = [
    ...[
      '',
      'a',
      'shop:{product//42}:v1',
      'shop:{product//42}:lease',
      'a{',
      '}a{',
      'a}',
      '{}',
      '{}a',
      'a{}{b}',
    ],
    ...['{a}{b}', '{{a}}', 'a{b}c{d}', '{a', '日本', '{🦊}:v1', 'é{ß}', '\0', 'k'.repeat(1_000)],
    ...Array.from({ length: 500 }, (_, i) => `key:${i}`),
  ]
  const slots = await Promise.all(keys.map((key) => redis.cluster('KEYSLOT', key)))
  expect(keys.map(slotOf)).toEqual(slots)
})

test('all keys of an entity lie in one slot', () => {
  expect(slotOf('shop:{product//42}:v1')).toBe(slotOf('shop:{product//42}:lease'))
})
