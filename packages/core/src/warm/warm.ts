/**
 * Warming: what is absent is loaded and stored before anybody asks for it. One chunk at a time and behind readers, so that
 * it takes at most one slot of the source; under leases, so that processes which warm the same IDs load each once.
 */

import { entryStamp, isAlive, parseEntry } from '../entry/entry.ts'
import { landFound } from '../fetch/found.ts'
import { flightBehind, loadBehind } from '../fetch/load-behind.ts'
import type { Engine } from '../loader/engine.ts'
import { canExist, copyIds, textOf } from '../loader/loader-key.ts'
import type { Wanted } from '../read/flights.ts'
import { noteNesting } from '../source/nesting.ts'
import { chunksOf } from '../store/chunks.ts'
import { ignore } from '../store/store-guard.ts'

/** How many IDs became what. Those with the same key count once. */
export interface Warmed {
  /** They were absent, and are loaded and stored now, as missing where there is no such ID. */
  loaded: number
  /** The store had an entry that can be served, of an older version too. */
  present: number
  /**
   * They were left alone: somebody loads them already, or they cool down, or an invalidation of them is under way, or
   * `validate` refuses them, or the loader is in mode `bypass`.
   */
  skipped: number
  /** The source or the store failed, or what was loaded was not stored: it cannot be, or its `ttl` is 0, or it was refused. */
  failed: number
}

export function noneWarmed(): Warmed {
  return { loaded: 0, present: 0, skipped: 0, failed: 0 }
}

/**
 * Counts in `warmed` as it goes. Once the signal aborts no more is begun.
 *
 * @throws InvalidKeyError (before anything is done), CacheClosedError
 */
export async function warm<K, V>(
  engine: Engine<K, V>,
  ids: readonly K[],
  warmed: Warmed,
  signal?: AbortSignal,
): Promise<void> {
  engine.lifecycle.checkOpen()
  const wanted = wantedOf(engine, ids, warmed)
  if (engine.mode.current === 'bypass') {
    warmed.skipped += wanted.length
    return
  }
  const absent: Wanted<K>[] = []
  for (const chunk of chunksOf(wanted, engine.policy.maxBatchSize)) {
    if (signal?.aborted) return
    engine.lifecycle.checkOpen()
    for (const it of await absentOf(engine, chunk, warmed)) {
      if (engine.resting.has(it.key) || engine.invalidations.bars(it.key)) warmed.skipped++
      else absent.push(it)
    }
  }
  const chunks = chunksOf(absent, engine.policy.maxBatchSize)
  for (const [i, chunk] of chunks.entries()) {
    if (signal?.aborted) return
    engine.lifecycle.checkOpen()
    await warmChunk(engine, chunk, drawOf(i, chunks.length, engine.clock.random()), warmed)
  }
}

/**
 * Stratified: chunk i of n draws from the i-th n-th of [ttl·(1−jitter), ttl]. The first one ends first, so that the time
 * that loading takes parts them further. Keys of one chunk are given one lifetime: what was loaded together goes on being
 * loaded together (law 2).
 */
function drawOf(i: number, n: number, random: number): number {
  return (n - 1 - i + random) / n
}

/** @throws InvalidKeyError */
function wantedOf<K, V>(engine: Engine<K, V>, ids: readonly K[], warmed: Warmed): Wanted<K>[] {
  const wanted = new Map<string, Wanted<K>>()
  const refused = new Set<string>()
  for (const id of copyIds(engine.name, ids)) {
    const text = textOf(engine, id)
    const key = engine.space.valueKey(text)
    if (canExist(engine, id)) wanted.set(key, { id, text, key, seen: undefined })
    else refused.add(key)
  }
  warmed.skipped += refused.size
  return [...wanted.values()]
}

/** Those of which the store holds nothing usable. */
async function absentOf<K, V>(
  engine: Engine<K, V>,
  wanted: readonly Wanted<K>[],
  warmed: Warmed,
): Promise<Wanted<K>[]> {
  const { gate, name, events, tagReads, implied } = engine
  const groups = gate.parts.group(wanted, ({ key }) => key)
  const absent = groups.map(async (group) => {
    const part = gate.parts.of((group[0] as Wanted<K>).key)
    const stored = await gate
      .readMany(
        part,
        group.map(({ key }) => key),
      )
      .catch(ignore)
    if (stored === undefined) warmed.failed += group.length
    const found = stored?.map((text) => {
      const entry = text === undefined ? undefined : parseEntry(text)
      return { text, entry, bearer: entry && tagReads.bearerOf(entry, part, implied) }
    })
    const bearers = found?.flatMap(({ bearer }) => bearer ?? []) ?? []
    if (bearers.length > 0) await tagReads.judge(bearers)
    const now = gate.now(part)
    return group.flatMap((it, i): Wanted<K>[] => {
      if (found === undefined) return []
      const { text, entry, bearer } = found[i] as (typeof found)[number]
      if (text !== undefined && entry === undefined) events.emit('corrupt', { loader: name, id: it.text })
      const isDead = bearer?.standing === 'dead'
      if (entry === undefined || !isAlive(entry, now) || isDead)
        return [{ ...it, seen: text && entryStamp(text) }]
      if (bearer?.standing === 'unknown') warmed.failed++
      else warmed.present++
      return []
    })
  })
  return (await Promise.all(absent)).flat()
}

async function warmChunk<K, V>(
  engine: Engine<K, V>,
  chunk: readonly Wanted<K>[],
  draw: number,
  warmed: Warmed,
): Promise<void> {
  const flights = chunk.map((it) => flightBehind<K, V>(engine, it))
  for (const flight of flights) noteNesting(engine.source, flight)
  const became = await loadBehind(engine, flights, {
    draw,
    // Nobody is given it, so its number is of no matter.
    takeFound: (flight, found) => landFound(engine, flight, found, 0),
  })
  for (const each of became) warmed[each]++
}
