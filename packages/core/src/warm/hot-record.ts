/**
 * The hottest keys as the namespace remembers them: one text in the store, under a key that no entry has. It holds IDs and
 * scopes, never values.
 *
 * Every process reads it, adds what it has counted itself, and writes the hottest of both. A key's reads are the most that
 * any one process has counted, and fade: a sum would count a process again each time that it writes. Of two processes that
 * write at once one is lost; it writes again a minute later.
 */

import { decode, encode } from '../entry/codec.ts'
import { composeEntry, type Entry, isAlive, parseEntry } from '../entry/entry.ts'
import { hotKey } from '../entry/key.ts'
import type { Emitter } from '../events/events.ts'
import type { StoreGate } from '../store/store-gate.ts'
import { ignore } from '../store/store-guard.ts'
import type { Clock } from '../time/clock.ts'
import { HALF_LIFE, type HotKey } from './hot-key.ts'

/** The store drops a record that nobody has written for a week. */
const LIFE = 7 * 24 * 3_600_000
/** Keys that a record has at the most, whatever lies in the store. */
const MOST = 10_000
/** Reads that are less than this, or than that part of the hottest key's, are forgotten. */
const FEWEST = 1
const FAINTEST = 1e-4
/** More than anybody reads: such a count would keep all others out. */
const MOST_READS = 2 ** 40
/** Characters that an encoded key may take. */
const LONGEST = 1_000

/** One key, encoded, and its reads. */
type Line = readonly [kind: 'plain' | 'rich', body: string, reads: number]

export class HotRecord {
  readonly #key: string
  readonly #gate: StoreGate
  readonly #clock: Clock
  readonly #events: Emitter

  constructor(namespace: string, gate: StoreGate, clock: Clock, events: Emitter) {
    this.#key = hotKey(namespace)
    this.#gate = gate
    this.#clock = clock
    this.#events = events
  }

  /** The hottest first; none where the store fails. Never rejects. */
  async read(): Promise<HotKey[]> {
    const lines = (await this.#readLines()) ?? []
    const hot = lines.map(decodeLine)
    if (hot.includes(undefined)) this.#reportCorrupt()
    return hot.filter((it) => it !== undefined)
  }

  /**
   * Writes the hottest of these and of those remembered: `most`, or as many as are remembered still, since another process
   * may keep more than this one. Never rejects.
   */
  async merge(counted: readonly HotKey[], most: number): Promise<void> {
    const remembered = await this.#readLines()
    if (remembered === undefined) return
    const merged = new Map<string, Line>()
    for (const line of [...remembered, ...counted.flatMap(encodeLine)]) {
      const [kind, body, reads] = line
      const known = merged.get(kind + body)
      if (known === undefined || known[2] < reads) merged.set(kind + body, line)
    }
    const isLeft = ([, , reads]: Line) => reads >= FEWEST
    const kept = Math.min(MOST, Math.max(most, remembered.filter(isLeft).length))
    const lines = [...merged.values()].filter(isLeft).sort((a, b) => b[2] - a[2])
    const faintest = (lines[0]?.[2] ?? 0) * FAINTEST
    await this.#write(lines.slice(0, kept).filter(([, , reads]) => reads > faintest))
  }

  async #write(lines: readonly Line[]): Promise<void> {
    const times = { fresh: LIFE, life: LIFE, began: 0, delta: 0 }
    const body = JSON.stringify(lines)
    const text = composeEntry({ ...times, stamp: this.#clock.token(), kind: 'plain', body })
    await this.#gate.write({ key: this.#key, ...text }).catch(ignore)
  }

  /** With their reads as they count now; `undefined` where the store fails. */
  async #readLines(): Promise<readonly Line[] | undefined> {
    const part = this.#gate.parts.of(this.#key)
    const stored = await this.#gate.readMany(part, [this.#key], { ref: false }).catch(ignore)
    if (stored === undefined) return undefined
    const [text] = stored
    if (text === undefined) return []
    const entry = parseEntry(text)
    const lines = entry && linesIn(entry)
    if (entry === undefined || lines === undefined) {
      this.#reportCorrupt()
      return []
    }
    const now = this.#gate.now(part)
    if (!isAlive(entry, now)) return []
    const left = 0.5 ** (Math.max(0, now - entry.at) / HALF_LIFE)
    return lines.map(([kind, body, reads]): Line => [kind, body, reads * left])
  }

  #reportCorrupt(): void {
    this.#events.emit('hot-keys-corrupt', { key: this.#key })
  }
}

/** Nothing of an ID that cannot be kept, or is long: warming does without it. */
function encodeLine({ loader, scope, id, reads }: HotKey): Line[] {
  try {
    const { kind, body } = encode(scope === undefined ? [loader, id] : [loader, id, scope], undefined)
    return kind === 'missing' || body.length > LONGEST ? [] : [[kind, body, reads]]
  } catch {
    return []
  }
}

function decodeLine([kind, body, reads]: Line): HotKey | undefined {
  try {
    const parts = decode<unknown>({ stored: body, bodyAt: 0, kind }, undefined)
    if (!Array.isArray(parts) || typeof parts[0] !== 'string' || parts.length < 2) return undefined
    return { loader: parts[0], id: parts[1], scope: parts[2], reads }
  } catch {
    return undefined
  }
}

function linesIn(entry: Entry): readonly Line[] | undefined {
  try {
    const lines: unknown = JSON.parse(entry.stored.slice(entry.bodyAt))
    return Array.isArray(lines) && lines.every(isLine) ? lines : undefined
  } catch {
    return undefined
  }
}

function isLine(line: unknown): line is Line {
  if (!Array.isArray(line)) return false
  const [kind, body, reads] = line
  return (
    (kind === 'plain' || kind === 'rich') &&
    typeof body === 'string' &&
    typeof reads === 'number' &&
    reads >= 0 &&
    reads <= MOST_READS
  )
}
