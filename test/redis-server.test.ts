import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { listens } from './support/listens.ts'
import { type RedisServer, startRedis } from './support/redis-server.ts'
import { until } from './support/until.ts'

describe('a Redis of the test’s own', () => {
  let server: RedisServer
  let redis: Redis

  beforeEach(async () => {
    server = await startRedis()
    redis = new Redis({ ...server.options, retryStrategy: () => 10 })
    redis.on('error', () => {}) // It is killed on purpose.
    await ready(redis)
  })

  afterEach(async () => {
    redis.disconnect()
    await server.stop()
  })

  test('answers at its URL', async () => {
    const other = new Redis(server.url)
    expect(await other.ping()).toBe('PONG')
    other.disconnect()
  })

  test('answers nobody while frozen, and keeps its data and connections until it is thawed', async () => {
    await redis.set('kept', 'yes')
    server.freeze()
    redis.options.commandTimeout = 100
    await expect(redis.get('kept')).rejects.toThrow('Command timed out')
    redis.options.commandTimeout = undefined
    server.thaw()
    expect(await redis.get('kept')).toBe('yes')
  })

  test('is gone once killed, frozen or not', async () => {
    const { pid } = server
    server.freeze()
    await server.kill()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  test('restarts empty, on the same port, as another process', async () => {
    const { pid } = server
    await redis.set('lost', 'yes')
    await server.restart()
    await ready(redis)
    expect(server.pid).not.toBe(pid)
    expect(await redis.get('lost')).toBeNull()
  })

  test('restarts after a kill, and stops more than once', async () => {
    await server.kill()
    await server.restart()
    await ready(redis)
    expect(await redis.ping()).toBe('PONG')
    await server.stop()
    await server.stop()
  })
})

test('a Redis that cannot start says why', async () => {
  await expect(startRedis({ args: ['--no-such-option', 'x'] })).rejects.toThrow(/did not.*no-such-option/s)
})

test('where no Redis is installed, it says how to install one', async () => {
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  try {
    await expect(startRedis()).rejects.toMatchObject({
      name: 'MissingProgramError',
      message: expect.stringContaining('apt-get install redis-server'),
    })
  } finally {
    process.env.PATH = PATH
  }
})

test('a Redis dies with the process that started it, even if that gets a SIGKILL', async () => {
  const module = JSON.stringify(new URL('./support/redis-server.ts', import.meta.url))
  const program = `import { startRedis } from ${module}; console.log((await startRedis()).url)`
  const starter = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(starter.stdout, 'data')
  const url = String(line).trim()
  expect(await listens(url)).toBe(true)

  starter.kill('SIGKILL')
  await until(async () => !(await listens(url)), 'nothing listens there')
})

/** Not `once` from node:events: that rejects at the first error, and there are some while the server is away. */
function ready(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    redis.once('ready', resolve)
  })
}
