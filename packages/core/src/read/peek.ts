/** A look at one entry, for operators: nothing is loaded, refreshed, converted or counted. */

import { type Codec, decode } from '../entry/codec.ts'
import { type Entry, freshFor, isAlive, parseEntry } from '../entry/entry.ts'
import type { Engine } from '../loader/engine.ts'
import { textOf } from '../loader/loader-key.ts'
import { type State, stateOf } from './via.ts'

/** Times are milliseconds, by the store's clock. */
export interface Peeked<V> {
  /**
   * `expired`: the store has not dropped it yet, and it is not served any more. `invalidated`: nor is it, since one of its
   * tags was invalidated after its load began. `corrupt`: what lies there is no entry, or not whole. All count as absent.
   */
  readonly state: State | 'expired' | 'invalidated' | 'absent' | 'corrupt'
  /** Under which it was found in the store, or looked for. */
  readonly key: string
  /** Whether this process has one near, and so does not ask the store. */
  readonly near: boolean
  /** What follows is there where there is an entry. Its version: of an older one only where there is no current one. */
  readonly version?: number
  /** The token of the attempt that wrote it: what was loaded together has the same. */
  readonly stamp?: string
  /** Since it was written. */
  readonly age?: number
  /** For how long it stays fresh. */
  readonly freshFor?: number
  /** For how long it may be served at all. */
  readonly servableFor?: number
  /** Those that its loader's `tags` has given it, if any. */
  readonly tags?: readonly string[]
  /** UTF-8 bytes of the whole entry in the store. */
  readonly bytes?: number
  /** Where it was asked for and there is one: `null` for a missing ID. Of an older version as that one's `encode` gave it. */
  readonly value?: V | null
}

/** @throws InvalidKeyError, StoreError, CacheClosedError */
export async function peek<K, V>(engine: Engine<K, V>, id: K, withValue: boolean): Promise<Peeked<V>> {
  const { lifecycle, space, policy, olderVersions, gate, near, tagReads, implied } = engine
  lifecycle.checkOpen()
  const text = textOf(engine, id)
  const versions = [policy.version, ...olderVersions]
  const keys = versions.map((version) => space.versionKey(text, version))
  const current = keys[0] as string
  const part = gate.parts.of(current)
  const stored = await gate.readMany(part, keys)
  const found = stored.findIndex((it) => it !== undefined)
  const isNear = near?.holds(current) ?? false
  const body = stored[found]
  if (body === undefined) return { state: 'absent', key: current, near: isNear }
  const key = keys[found] as string
  const version = versions[found] as number
  const bytes = Buffer.byteLength(body)
  const entry = parseEntry(body)
  if (entry === undefined) return { state: 'corrupt', key, near: isNear, version, bytes }
  const bearer = tagReads.bearerOf(entry, part, implied)
  if (bearer !== undefined) await tagReads.judge([bearer])
  const now = gate.now(part)
  const opened: Opened<V> = withValue
    ? open(entry, version === policy.version ? policy.codec : undefined)
    : {}
  return {
    state: opened.isCorrupt ? 'corrupt' : bearer?.standing === 'dead' ? 'invalidated' : state(entry, now),
    key,
    near: isNear,
    version,
    stamp: entry.stamp,
    age: Math.max(0, Math.round(now - entry.at)),
    freshFor: Math.round(freshFor(entry, now)),
    servableFor: Math.max(0, Math.round(entry.at + entry.life - now)),
    ...(entry.tags.length > 0 && { tags: entry.tags }),
    bytes,
    ...(opened.value !== undefined && { value: opened.value }),
  }
}

function state(entry: Entry, now: number): State | 'expired' {
  return isAlive(entry, now) ? stateOf(entry, now) : 'expired'
}

interface Opened<V> {
  readonly value?: V | null
  readonly isCorrupt?: true
}

function open<V>(entry: Entry, codec: Codec<V> | undefined): Opened<V> {
  if (entry.kind === 'missing') return { value: null }
  try {
    return { value: decode<V>(entry, codec) }
  } catch {
    return { isCorrupt: true }
  }
}
