/**
 * One process of a fleet: reads keys when its parent says so, many readers at a time, and tells what it cost.
 *
 * A message names the key and how many readers there are; the answer is a `Told`.
 */
import { tracingChannel } from 'node:diagnostics_channel'
import { setTimeout } from 'node:timers/promises'
import { createCache } from '@larder/core'
import { redisStore } from '@larder/redis'
import { Redis } from 'ioredis'

export interface Asked {
  readonly key: string
  readonly readers: number
}

export interface Told {
  readonly loads: number
  /** The names of the commands sent to Redis, on all connections. */
  readonly commands: readonly string[]
  /** In ms, from the first reader's start. */
  readonly slowest: number
  /** What the readers were given, each different value once. */
  readonly values: readonly unknown[]
}

const [url = '', loadTime = '0'] = process.argv.slice(2)
let loads = 0
let commands: string[] = []

const client = new Redis(url)
const cache = createCache({
  namespace: 'shop',
  store: redisStore(client, { timeout: '8s' }),
  storeTimeout: '8s',
})
const loader = cache.loader('product', async (ids: readonly string[]) => {
  loads++
  await setTimeout(Number(loadTime))
  return ids.map((id) => ({ id, by: process.pid }))
})
// Scripts are loaded, the way to Redis is open and its time known.
await loader.load('to begin with')

tracingChannel('ioredis:command').start.subscribe((event) => {
  commands.push((event as { command: string }).command)
})
process.on('message', (asked: Asked) => void answer(asked))
process.on('disconnect', () => void leave())
process.send?.('ready')

async function answer({ key, readers }: Asked): Promise<void> {
  loads = 0
  commands = []
  const began = performance.now()
  let slowest = 0
  const values = new Set<string>()
  const read = async () => {
    values.add(JSON.stringify(await loader.load(key)))
    slowest = Math.max(slowest, performance.now() - began)
  }
  // Half of them begin at once, the other half when the key is being fetched.
  const first = Array.from({ length: Math.ceil(readers / 2) }, read)
  while (!commands.includes('evalsha')) await new Promise((resolve) => setImmediate(resolve))
  const others = Array.from({ length: Math.floor(readers / 2) }, read)
  await Promise.all([...first, ...others])
  const told: Told = { loads, commands, slowest, values: [...values].map((text) => JSON.parse(text)) }
  process.send?.(told)
}

async function leave(): Promise<void> {
  await cache.close()
  client.disconnect()
}
