import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { until } from '@larder/test/until'
import { Redis } from 'ioredis'
import { type Gate, startGate } from '../../src/run/real/gate.ts'

let server: RedisServer
let gate: Gate
let direct: Redis
let gated: Redis

beforeAll(async () => {
  server = await startRedis()
  direct = new Redis(server.url)
})
afterAll(async () => {
  direct.disconnect()
  await server.stop()
})
beforeEach(async () => {
  await direct.flushall()
  gate = await startGate(server.options)
  gated = new Redis(gate.port, { retryStrategy: () => 10, maxRetriesPerRequest: null })
  gated.on('error', () => {}) // It is cut off on purpose.
  await gated.ping()
})
afterEach(async () => {
  gated.disconnect()
  await gate.close()
})

test('open: what is large passes unchanged, both ways', async () => {
  const text = 'larder'.repeat(1_000_000)
  await gated.set('large', text)
  expect((await gated.get('large')) === text).toBe(true)
})

describe('frozen', () => {
  test('nothing is done or answered; opened, all is, in order and on the same connection', async () => {
    const id = await gated.client('ID')
    const answered: string[] = []
    gate.set('frozen')
    const pending = ['a', 'b', 'c'].map(async (letter) => {
      await gated.append('letters', letter)
      answered.push(letter)
    })
    await manyRoundTrips()
    expect(await direct.get('letters')).toBeNull()
    expect(answered).toEqual([])

    gate.set('open')
    await Promise.all(pending)
    expect(answered).toEqual(['a', 'b', 'c'])
    expect(await direct.get('letters')).toBe('abc')
    expect(await gated.client('ID')).toBe(id)
  })

  test('an answer under way waits, too', async () => {
    const popped = gated.blpop('list', 0)
    await until(async () => /cmd=blpop/.test(String(await direct.client('LIST'))))
    gate.set('frozen')
    await direct.rpush('list', 'item')
    expect(await Promise.race([popped, manyRoundTrips()])).toBeUndefined()

    gate.set('open')
    expect(await popped).toEqual(['list', 'item'])
  })

  test('a new connection is made, and is answered when it opens', async () => {
    gate.set('frozen')
    const socket = connect(gate.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write('PING\r\n')
    const answer = once(socket, 'data')
    expect(await Promise.race([answer, manyRoundTrips()])).toBeUndefined()

    gate.set('open')
    expect(String(await answer)).toBe('+PONG\r\n')
    socket.destroy()
  })

  test('what a client sent before it went is done when it opens', async () => {
    gate.set('frozen')
    const socket = connect(gate.port, '127.0.0.1')
    socket.end('SET last word\r\n')
    await manyRoundTrips()
    expect(await direct.get('last')).toBeNull()

    gate.set('open')
    await until(async () => (await direct.get('last')) === 'word')
    socket.destroy()
  })

  test('it closes all the same', async () => {
    gate.set('frozen')
    const socket = connect(gate.port, '127.0.0.1')
    await once(socket, 'connect')
    const gone = ending(socket)
    await gate.close()
    await gone
    gate = await startGate(server.options)
  })
})

describe('closed', () => {
  test('connections are reset, on both sides of it', async () => {
    const socket = connect(gate.port, '127.0.0.1')
    socket.write('CLIENT SETNAME doomed\r\n')
    await once(socket, 'data')
    gate.set('closed')
    expect(await ending(socket)).toBe('ECONNRESET')
    await until(async () => !/name=doomed/.test(String(await direct.client('LIST'))))
  })

  test('frozen ones, too, and what waited is not done', async () => {
    gate.set('frozen')
    const socket = connect(gate.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write('SET late word\r\n')
    gate.set('closed')
    expect(await ending(socket)).toBe('ECONNRESET')
    expect(await direct.get('late')).toBeNull()
  })

  test('a new connection is reset at once, and made again when it opens', async () => {
    gate.set('closed')
    expect(await ending(connect(gate.port, '127.0.0.1'))).toBe('ECONNRESET')
    const answer = gated.ping()
    gate.set('open')
    expect(await answer).toBe('PONG')
  })
})

test('where there is no server behind it, connections are reset', async () => {
  const nowhere = await startGate({ port: 1, host: '127.0.0.1' })
  expect(await ending(connect(nowhere.port, '127.0.0.1'))).toBe('ECONNRESET')
  await nowhere.close()
})

/** With what error it ended, if with one. */
async function ending(socket: Socket): Promise<string | undefined> {
  let code: string | undefined
  socket.on('error', (error: NodeJS.ErrnoException) => {
    code = error.code
  })
  socket.resume()
  await new Promise((resolve) => socket.on('close', resolve))
  return code
}

/** Many times as long as a command and its answer take where nothing holds them up. */
async function manyRoundTrips(): Promise<void> {
  for (let trip = 0; trip < 100; trip++) await direct.ping()
}
