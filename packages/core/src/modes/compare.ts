/**
 * Compares what the source has answered with what the cache would have served. Where they differ that may be a row that has
 * changed a moment ago, whose invalidation is on its way. So it is looked at once more, after `confirmAfter`: the source
 * first, and then the entry. A mismatch is what differs still, where the source has answered the same twice and the entry
 * is the same one, by its stamp: then nothing has invalidated it meanwhile.
 */

import { type Encoded, encode } from '../entry/codec.ts'
import type { Entry } from '../entry/entry.ts'
import type { Engine } from '../loader/engine.ts'
import type { Served } from '../read/served.ts'
import { stateOf } from '../read/via.ts'
import { chunksOf } from '../store/chunks.ts'
import { differenceBetween, NO_VALUE } from './difference.ts'
import { loadAgain } from './load-again.ts'
import { lookAndFill, lookOnce } from './shadow-look.ts'

/** What the source has answered a reader. */
export interface Witnessed<K, V> {
  readonly id: K
  readonly text: string
  readonly key: string
  readonly served: Served<V>
  /** When its load had not begun yet, on the store's clock. */
  readonly since: number
}

interface Doubt<K> {
  readonly id: K
  readonly text: string
  readonly key: string
  readonly stamp: string
  /** What the source had answered. */
  readonly first: Encoded
}

/** Never rejects. */
export async function compare<K, V>(
  engine: Engine<K, V>,
  witnessed: readonly Witnessed<K, V>[],
): Promise<void> {
  const { shadow, lifecycle, policy } = engine
  const entries = await lookAndFill(engine, witnessed)
  const doubts: Doubt<K>[] = []
  for (const [i, { id, text, key, served, since }] of witnessed.entries()) {
    const entry = entries[i]
    // A newer one says what the source says now, not what it has said then.
    if (entry === undefined || entry.began > since) continue
    const first = encodedOf(served.take(), policy.codec)
    if (first === undefined) continue
    shadow.tally.compared++
    if (isSame(entry, first) || !shadow.doubt(key, entry.stamp)) continue
    doubts.push({ id, text, key, stamp: entry.stamp, first })
  }
  for (const chunk of chunksOf(doubts, policy.maxBatchSize))
    shadow.later(() => lifecycle.background(confirm(engine, chunk)))
}

async function confirm<K, V>(engine: Engine<K, V>, doubts: readonly Doubt<K>[]): Promise<void> {
  const { shadow, gate, events, name, policy } = engine
  const answers = await loadAgain(engine, doubts)
  const entries = await lookOnce(engine, doubts)
  for (const [i, { text, key, stamp, first }] of doubts.entries()) {
    const [answer, entry] = [answers[i], entries[i]]
    const second = answer === undefined ? undefined : encodedOf(answer.value, policy.codec)
    const isSettled = second !== undefined && entry?.stamp === stamp && !differs(first, second)
    const path = isSettled ? pathFrom(entry, second) : undefined
    shadow.settle(key, stamp, path !== undefined)
    if (path === undefined || entry === undefined) continue
    const now = gate.nowFor(key)
    events.emit('mismatch', {
      loader: name,
      id: text,
      path,
      age: Math.max(0, Math.round(now - entry.at)),
      state: stateOf(entry, now),
    })
  }
}

/** `undefined` for what cannot be kept. */
function encodedOf<V>(value: V | null, codec: Parameters<typeof encode<V>>[1]): Encoded | undefined {
  if (value === null) return NO_VALUE
  try {
    return encode(value, codec)
  } catch {
    return undefined
  }
}

function isSame(entry: Entry, other: Encoded): boolean {
  return pathFrom(entry, other) === undefined
}

/** What cannot be decoded is told as corrupt where it is read, and compared with nothing. */
function pathFrom({ kind, stored, bodyAt }: Entry, other: Encoded): string | undefined {
  try {
    return differenceBetween({ kind, body: stored.slice(bodyAt) }, other)
  } catch {
    return undefined
  }
}

function differs(one: Encoded, other: Encoded): boolean {
  return differenceBetween(one, other) !== undefined
}
