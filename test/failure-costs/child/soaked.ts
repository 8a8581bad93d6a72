/** One process at full load, which tells whether it comes to harm: by rejections, by warnings, by what it keeps. */
import { setInterval } from 'node:timers/promises'
import { Link } from '../../torture/link.ts'
import { larder } from '../contenders/larder.ts'
import { CountedRedis } from '../counted-redis.ts'
import { names, warm } from '../readers.ts'
import { type Mood, Source } from '../source.ts'

export interface Soaked {
  /** Batches read, and keys of them that the cache has answered. */
  readonly batches: number
  readonly cached: number
  readonly calls: number
  readonly commands: number
  readonly slowest: number
  /** Whether hits are served again in the end. */
  readonly isServing: boolean
  readonly rejections: readonly string[]
  readonly warnings: readonly string[]
  /** Once a second, when all that nobody holds is collected, in bytes. */
  readonly heap: readonly number[]
}

export interface SoakedAsks {
  start(): void
  /** What befalls the source, which is this process's own. */
  befall(mood: Mood): void
  rest(): Soaked
}

const KEYS = names('key', 500)
const CLIENTS = 32
const BATCH = 5
/** One in so many turns of a client is an invalidation. */
const WRITES = 50

const { port }: { readonly port: number } = JSON.parse(process.argv[2] as string)
const client = new CountedRedis({ port })
const source = new Source()
const cached = larder.open(client, source.load, { ttl: 300, grace: 300 })
const told = { batches: 0, cached: 0, slowest: 0 }
const rejections: string[] = []
const warnings: string[] = []
const heap: number[] = []
let isResting = false
let working: Promise<unknown> = Promise.resolve()

process.on('unhandledRejection', (reason) => void rejections.push(String(reason)))
process.on('warning', ({ name, message }) => void warnings.push(`${name}: ${message}`))
process.on('disconnect', () => process.exit())

new Link<object, SoakedAsks>(process, {
  async start() {
    await warm(cached, KEYS)
    working = Promise.all([weigh(), ...Array.from({ length: CLIENTS }, work)])
  },
  befall(mood) {
    source.mood = mood
  },
  async rest() {
    isResting = true
    await working
    const isServing = await warm(cached, KEYS.slice(0, BATCH))
    const { calls } = source
    return { ...told, calls, commands: client.commands, isServing, rejections, warnings, heap }
  },
})

async function work(_: unknown, number: number): Promise<void> {
  for (let turn = number; !isResting; turn++) {
    const first = (turn * 7) % (KEYS.length - BATCH)
    // It may be pending: delivery goes on.
    if (turn % WRITES === 0) await cached.invalidate(KEYS[first] as string).catch(() => {})
    const began = performance.now()
    const { cached: hits } = await cached.read(KEYS.slice(first, first + BATCH))
    told.batches++
    told.cached += hits
    told.slowest = Math.max(told.slowest, performance.now() - began)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function weigh(): Promise<void> {
  for await (const _ of setInterval(1_000)) {
    global.gc?.()
    heap.push(process.memoryUsage().heapUsed)
    if (isResting) return
  }
}
