/**
 * A process of its own, run with `--expose-gc`: what a near cache makes of the heap, in bytes. It does what its argument
 * says, and prints what it measured as JSON.
 */
import { createCache, createReport, memoryStore } from '@larder/core'
import { encode } from '../../src/entry/codec.ts'
import { composeEntry, parseEntry } from '../../src/entry/entry.ts'
import { NearCache } from '../../src/read/near-cache.ts'
import { serve } from '../../src/read/served.ts'
import { TickBatch } from '../../src/read/tick-batch.ts'
import { systemClock } from '../../src/time/clock.ts'

const MAX_BYTES = 8 * 1024 * 1024
const BATCH = 1_000
/** More than fit, of any shape. */
const TOO_MANY = 12_000

const scenarios: Record<string, () => Promise<object>> = {
  async 'a million near reads'() {
    const cache = createCache({ namespace: 'shop', near: { ttl: '1h' } })
    const loader = cache.loader('product', async (ids: readonly string[]) => ids.map((id) => ({ id })), {
      ttl: '1h',
    })
    const report = createReport()
    const ids = Array.from({ length: 100 }, (_, i) => `id ${i}`)
    // Loaded, read from the store, and from then on near.
    for (let i = 0; i < 2; i++) await loader.loadMany(ids)
    const read = async (times: number) => {
      for (let i = 0; i < times; i++) await loader.load(ids[i % ids.length] as string, { report })
      return heap()
    }
    const first = await read(100_000)
    const last = await read(900_000)
    return { near: report.near, growth: last - first }
  },

  /** Which the store knows to be missing. */
  async '200,000 unknown IDs'() {
    const known = new Map<string, string>()
    const readMany = async (keys: readonly string[]) =>
      keys.map((key) => known.get(key) ?? entryOf(undefined))
    const cache = createCache({
      namespace: 'shop',
      store: { ...memoryStore(), readMany },
      near: { maxBytes: MAX_BYTES, ttl: '1h' },
    })
    const loader = cache.loader('product', (ids: readonly string[]) => ids)
    const real = Array.from({ length: 100 }, (_, i) => `real-${i}`)
    for (const id of real) known.set(`shop:{product//${id}}:v1`, entryOf({ id }))
    const before = heap()
    await loader.loadMany(real)
    const readUnknown = async (from: number, to: number) => {
      for (let first = from; first < to; first += BATCH)
        await loader.loadMany(Array.from({ length: BATCH }, (_, i) => `unknown ${first + i}`))
      return heap()
    }
    const first = await readUnknown(0, 20_000)
    const last = await readUnknown(20_000, 200_000)
    const report = createReport()
    await loader.loadMany(real, { report })
    return { taken: last - before, growth: last - first, near: report.near, hits: report.hits }
  },

  'full of small records': () =>
    full((i) => ({ id: `p${i}`, name: `Product number ${i}`, price: i, sold: true })),
  'full of records': () =>
    full((i) =>
      Object.fromEntries(Array.from({ length: 12 }, (_, field) => [`field${field}`, `value ${i}`])),
    ),
  'full of text': () => full((i) => `${i} `.padEnd(1_000, 'abc')),
  'full of text that is not Latin': () => full((i) => `${i} `.padEnd(1_000, 'щука')),
  'full of numbers': () => full((i) => Array.from({ length: 200 }, (_, at) => i + at)),
  'full of lists': () => full((i) => Array.from({ length: 50 }, (_, at) => ({ first: i, second: at }))),
}

/** What a near cache takes that has been given more than it may keep: before its values were decoded, and after. */
async function full(make: (i: number) => unknown): Promise<object> {
  const near = new NearCache({ max: 1_000_000, maxBytes: MAX_BYTES, ttl: 3_600_000 }, systemClock, () => {})
  const before = heap()
  for (let first = 0; first < TOO_MANY; first += BATCH) {
    const batch = new TickBatch(undefined, async () => {})
    near.ask(batch)
    for (let i = first; i < first + BATCH; i++) fillSlot(batch, keyOf(i), make(i))
    near.keep(batch)
  }
  const undecoded = heap() - before
  let kept = 0
  for (let i = 0; i < TOO_MANY; i++) {
    const [slot] = near.look([keyOf(i)])
    if (slot?.entry === undefined) continue
    kept++
    slot.served = serve(slot.entry, { codec: undefined, freeze: true })
    slot.served.take()
  }
  const decoded = heap() - before
  // Until here it has to be there.
  near.clear()
  return { kept, undecoded, decoded }
}

/** By their keys. */
const named = { pattern: '', valueKey: (key: string) => key }

function keyOf(i: number): string {
  return `shop:{product//id ${i}}:v1`
}

function fillSlot(batch: TickBatch, key: string, value: unknown): void {
  const slot = batch.slot(named, key)
  slot.stored = entryOf(value)
  slot.entry = parseEntry(slot.stored)
}

/** As it comes from a socket: text of its own, in one piece. Where there is no value, missing. */
function entryOf(value: unknown): string {
  const times = { stamp: systemClock.token(), fresh: 3_600_000, life: 3_600_000, began: Date.now(), delta: 0 }
  const encoded = value === undefined ? { kind: 'missing' as const, body: '' } : encode(value, undefined)
  const { before, after } = composeEntry({ ...times, ...encoded })
  return Buffer.from(before + Date.now() + after).toString()
}

function heap(): number {
  const collect = (globalThis as { gc?: () => void }).gc
  if (collect === undefined) throw new Error('expected --expose-gc')
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

console.log(JSON.stringify(await scenarios[process.argv[2] ?? '']?.()))
