import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import type { Asked, Told } from './processes/readers.ts'

const processes = 8
const loadTime = 400

let server: RedisServer
let fleet: ChildProcess[] = []

beforeAll(async () => {
  server = await startRedis()
  const script = fileURLToPath(new URL('./processes/readers.ts', import.meta.url))
  const execArgv = ['--conditions=@larder/source', '--import', 'tsx']
  fleet = Array.from({ length: processes }, () => fork(script, [server.url, `${loadTime}`], { execArgv }))
  await Promise.all(fleet.map((child) => once(child, 'message')))
  // Those who have waited once listen to the bus.
  await ask({ key: 'to begin with, together', readers: 1 })
}, 60_000)

afterAll(async () => {
  await Promise.all(
    fleet.map(async (child) => {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    }),
  )
  await server.stop()
})

async function ask(asked: Asked): Promise<Told[]> {
  return Promise.all(
    fleet.map(async (child) => {
      const answer = once(child, 'message')
      child.send(asked)
      return (await answer)[0] as Told
    }),
  )
}

test.each([
  { readers: 1, key: 'a' },
  { readers: 2_000, key: 'b' },
])('law 1: 8 processes with $readers readers each of one absent key load it once', async (asked) => {
  const told = await ask(asked)
  const slowest = Math.max(...told.map((it) => it.slowest))
  const commands = told.map((it) => it.commands.length)
  process.stdout.write(
    `${asked.readers} readers in each of ${processes} processes: the slowest waited ${slowest.toFixed(0)} ms for a ` +
      `load of ${loadTime} ms; commands to Redis by process: ${commands.join(', ')}\n`,
  )

  expect(told.reduce((sum, { loads }) => sum + loads, 0)).toBe(1)
  expect(new Set(told.flatMap(({ values }) => values.map((value) => JSON.stringify(value)))).size).toBe(1)
  // However many readers there are. Those who wait ask every 125 ms or less often, once they have waited for a while.
  expect(Math.max(...commands)).toBeLessThanOrEqual(8 + slowest / 125)
})
