/** What an entry of the near cache takes. */
import { product } from '../products.ts'
import { countHits, openCached } from './cached-products.ts'
import { usedInAll } from './used.ts'

const ENTRIES = 20_000

/** In bytes, on the average. */
export interface NearEntry {
  /** With its value, which it shares with its readers. */
  readonly inAll: number
  /** The same value by itself, as `JSON.parse` makes it. */
  readonly value: number
}

export async function measureNearEntry(url: string): Promise<NearEntry> {
  const { loader, ids, close } = await openCached(url, ENTRIES, true)
  const before = await usedInAll()
  await countHits(loader, ids)
  const after = await usedInAll()
  const { near } = await countHits(loader, ids)
  if (near !== ENTRIES) throw new Error(`Expected ${ENTRIES} entries near, received ${near}.`)
  await close()
  return { inAll: (after - before) / ENTRIES, value: await measureValue() }
}

async function measureValue(): Promise<number> {
  const texts = Array.from({ length: ENTRIES }, (_, n) => JSON.stringify(product(n)))
  const before = await usedInAll()
  const values = texts.map((text) => JSON.parse(text))
  const after = await usedInAll()
  // Used until here: else they would be garbage before they are measured.
  if (values.length !== texts.length) throw new Error(`Expected ${texts.length} values.`)
  return (after - before) / ENTRIES
}
