/**
 * The stored record: what is kept under one key, as text.
 *
 *     LRD1 <stamp> <kind> <at> ,<fresh>,<life>,<began>,<delta>,<length>,<extras> \n <body>      (without the spaces)
 *
 * All before the body can be read without parsing it. `at` is written by the store, on its clock; the other times are
 * relative to it or made by it, so an age never mixes two clocks. `length` tells a body that was cut off. `extras` are JSON,
 * or nothing.
 */
import type { Stored, Write } from '../store/store.ts'
import { beginsWith, type Cursor, codeAt, NEWLINE, readNumber } from './characters.ts'
import { NO_EXTRAS, readExtras, writeExtras } from './extras.ts'

/** The 1 is the number of this format: another release that writes another format is foreign, not misread. */
const MAGIC = 'LRD1'
const STAMP_LENGTH = 16
/** The stamp is a token (`clock.ts`): whatever else follows our magic is none of ours. */
const STAMPED = /^LRD1([\w-]{16})/
const KIND_AT = MAGIC.length + STAMP_LENGTH
const TIME_AT = KIND_AT + 1

/** `plain`: the body is JSON. `rich`: it is JSON in devalue's encoding. `missing`: the source has no such ID. */
export type Kind = 'plain' | 'rich' | 'missing'
const LETTERS: Record<Kind, string> = { plain: 'p', rich: 'r', missing: 'm' }
/** By the letter's code. */
const KINDS = new Map((Object.keys(LETTERS) as Kind[]).map((kind) => [LETTERS[kind].charCodeAt(0), kind]))

/** An entry, parsed up to its body. Times are milliseconds on the store's clock; durations are milliseconds. */
export interface Entry {
  readonly stored: Stored
  readonly stamp: string
  readonly kind: Kind
  /** When it was written. */
  readonly at: number
  /** For how long it is fresh, after `at`. */
  readonly fresh: number
  /** For how long it may be served at all, after `at`. */
  readonly life: number
  /** When its load began. */
  readonly began: number
  /** δ: how long its load took, from trigger to fill. */
  readonly delta: number
  /** Where the body begins in `stored`. */
  readonly bodyAt: number
  /** The ID, where the key holds only its hash. */
  readonly id: string | undefined
  /** What its value bears, each once. */
  readonly tags: readonly string[]
}

export interface NewEntry {
  readonly stamp: string
  readonly kind: Kind
  readonly fresh: number
  readonly life: number
  readonly began: number
  readonly delta: number
  /** The ID, where the key holds only its hash. */
  readonly id?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly body: string
}

/** The text of an entry without its time, which the store puts between `before` and `after`. */
export function composeEntry(entry: NewEntry): Omit<Write, 'key'> {
  const { stamp, kind, fresh, life, began, delta, body } = entry
  // Rounded up, a load would seem to have begun after an invalidation that it began before.
  const header = `,${fresh},${life},${Math.floor(began)},${Math.round(delta)},${body.length},${writeExtras(entry)}`
  return { before: MAGIC + stamp + LETTERS[kind], after: `${header}\n${body}`, life }
}

/**
 * The stamp of an entry, or `undefined` for text that is none of ours. All that a store needs to understand. Every store
 * has to see the same: a stamp that the reader sees otherwise would be news to it each time that it asks, for ever.
 */
export function entryStamp(stored: Stored): string | undefined {
  return STAMPED.exec(stored)?.[1]
}

/** `undefined` for what is no entry, or not whole. */
export function parseEntry(stored: Stored): Entry | undefined {
  const kind = KINDS.get(codeAt(stored, KIND_AT))
  if (kind === undefined || !beginsWith(stored, MAGIC)) return undefined
  const cursor: Cursor = { text: stored, at: TIME_AT }
  const at = readNumber(cursor)
  const fresh = readNumber(cursor)
  const life = readNumber(cursor)
  const began = readNumber(cursor)
  const delta = readNumber(cursor)
  const length = readNumber(cursor)
  const isBare = codeAt(stored, cursor.at) === NEWLINE
  const end = isBare ? cursor.at : stored.indexOf('\n', cursor.at)
  const isWhole =
    end > 0 && stored.length === end + 1 + length && !Number.isNaN(at + fresh + life + began + delta)
  const extras = isBare ? NO_EXTRAS : readExtras(stored.slice(cursor.at, end))
  if (!isWhole || extras === undefined) return undefined
  return {
    stored,
    stamp: stored.slice(MAGIC.length, KIND_AT),
    kind,
    at,
    fresh,
    life,
    began,
    delta,
    bodyAt: end + 1,
    id: extras.id,
    tags: extras.tags,
  }
}

/** Can the entry be served at `now`? Missing has no grace: its life ends with its freshness. */
export function isAlive(entry: Entry, now: number): boolean {
  return now < entry.at + entry.life
}

export function isFresh(entry: Entry, now: number): boolean {
  return now < entry.at + entry.fresh
}

/** Milliseconds for which it stays so; 0 for what is stale. */
export function freshFor(entry: Entry, now: number): number {
  return Math.max(0, entry.at + entry.fresh - now)
}

/**
 * How far before the end of its freshness an entry is refreshed, as a multiple of its δ: −β·ln(u), u uniform in (0, 1].
 * One draw serves a batch. XFetch: Vattani, Chierichetti, Lowenstein, "Optimal Probabilistic Cache Stampede Prevention",
 * VLDB 2015.
 */
export function drawLead(beta: number, random: number): number {
  return -beta * Math.log(1 - random)
}

export function isEarly(entry: Entry, now: number, lead: number): boolean {
  return now + entry.delta * lead >= entry.at + entry.fresh
}

/** Law 10: a lifetime drawn from [ttl·(1−jitter), ttl]. Whole milliseconds, rounded up to stay within. */
export function drawLifetime(ttl: number, jitter: number, random: number): number {
  return Math.ceil(ttl * (1 - jitter * random))
}

/**
 * Does the fresh time of an entry end so soon that it is taken along when a sibling is refreshed? The window is the most
 * by which jitter can have parted two entries that were written together.
 */
export function isWithinJitter(entry: Entry, now: number, jitter: number): boolean {
  return now + (entry.fresh * jitter) / (1 - jitter) >= entry.at + entry.fresh
}
