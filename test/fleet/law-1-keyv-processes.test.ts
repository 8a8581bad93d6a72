import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import type { Order, Read, Word } from './processes/keyv-readers.ts'

const processes = 8
const readers = 500

describe.each(['5', '6'])('createKeyv with load, under Keyv %s', (version) => {
  let server: RedisServer
  let fleet: Member[] = []

  beforeAll(async () => {
    server = await startRedis()
    fleet = Array.from({ length: processes }, () => startMember(server.url, version))
    expect(await Promise.all(fleet.map(({ hear }) => hear()))).toEqual(fleet.map(() => `Keyv ${version}`))
    // Those who have waited once listen to the bus.
    await readTogether('to begin with, together')
  }, 60_000)

  afterAll(async () => {
    await Promise.all(
      fleet.map(async ({ child }) => {
        const gone = once(child, 'exit')
        child.disconnect()
        await gone
      }),
    )
    await server.stop()
  })

  async function readTogether(key: string): Promise<Read[]> {
    for (const { tell } of fleet) tell({ kind: 'read', key, readers })
    expect(await Promise.all(fleet.map(({ hear }) => hear()))).toEqual(fleet.map(() => 'asked'))
    for (const { tell } of fleet) tell('answer')
    return (await Promise.all(fleet.map(({ hear }) => hear()))) as Read[]
  }

  test('law 1: 8 processes with 500 gets each of one absent key load it once, and all get it', async () => {
    const reads = await readTogether('a')
    expect(reads.map(({ loads }) => loads).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    const loader = fleet[reads.findIndex(({ loads }) => loads === 1)]
    const value = JSON.stringify({ key: 'a', by: loader?.child.pid, at: 'a Date' })
    expect(reads.map(({ answers }) => answers)).toEqual(fleet.map(() => [[value, readers]]))
    // However many readers there are: one read of the store in each process.
    expect(reads.map(({ commands }) => commands.filter((name) => name === 'mget').length)).toEqual(
      fleet.map(() => 1),
    )
  })
})

interface Member {
  readonly child: ChildProcess
  tell(order: Order): void
  /** What it says next. */
  hear(): Promise<Word>
}

function startMember(url: string, version: string): Member {
  const script = fileURLToPath(new URL('./processes/keyv-readers.ts', import.meta.url))
  const execArgv = ['--conditions=@larder/source', '--import', 'tsx']
  const child = fork(script, [url, version], { execArgv })
  const words = on(child, 'message', { close: ['exit'] })
  return {
    child,
    tell: (order) => void child.send(order),
    async hear() {
      const { value, done } = await words.next()
      if (done) throw new Error('A process of the fleet has ended.')
      return value[0]
    },
  }
}
