/** `prime` of a loader: values that are known to be current, invalidated and stored in one step. */

import { type Made, makeEntry, makeMissing } from '../entry/make-entry.ts'
import { UnstorableValueError } from '../errors/errors.ts'
import type { Engine } from '../loader/engine.ts'
import { textOf } from '../loader/loader-key.ts'
import { noteWritten } from '../observe/note.ts'
import type { Write } from '../store/store.ts'
import { type Duration, toMs } from '../time/duration.ts'
import { deliverAll } from './deliver.ts'
import type { Invalidated } from './invalidated.ts'
import { deliveringOf, invalidated, obey } from './obey.ts'
import { errorOf } from './undone.ts'

export interface Primed<K, V> {
  readonly id: K
  /** `null` for an ID that does not exist. */
  readonly value: V | null
  /** Instead of the loader's `ttl`. Missing ones live for `missingTtl`, and no longer than this. */
  readonly ttl?: Duration | undefined
}

type Writing = Invalidated & { readonly write: Write }

/**
 * Aligned to `entries`: why an entry is not stored, or not known to be. It is invalidated then, or that is under way. Of
 * entries for one ID the last counts.
 *
 * @param isExact With its own `ttl`, an entry lives for just that long; else its lifetime is drawn.
 * @throws InvalidKeyError, OptionError, before anything is done.
 */
export async function primeMany<K, V>(
  engine: Engine<K, V>,
  entries: readonly Primed<K, V>[],
  isExact = false,
): Promise<(Error | undefined)[]> {
  engine.lifecycle.checkOpen()
  const made = new Map(entries.map((entry) => [textOf(engine, entry.id), make(engine, entry, isExact)]))
  const errors = new Map<string, Error | undefined>()
  const writes: Writing[] = []
  const others: Invalidated[] = []
  for (const [text, { write, unstorable }] of made) {
    const item = invalidated(engine, text)
    if (write !== undefined) writes.push({ ...item, write: { key: item.key, ...write } })
    else others.push(item)
    if (unstorable !== undefined) errors.set(text, new UnstorableValueError(engine.name, unstorable))
  }
  const [outcomes] = await Promise.all([
    deliverAll(deliveringOf(engine), writes, {
      primed: true,
      delivered: (chunk) =>
        engine.events.emit('invalidated', {
          loader: engine.name,
          ids: chunk.map(({ text }) => text),
          primed: true,
        }),
      send: async (chunk) => {
        await engine.gate.prime(chunk.map(({ target, write }) => ({ ...target, write })))
        for (const { write } of chunk) noteWritten(engine, 'prime', write)
        return []
      },
    }),
    obey(engine, others).catch((error) => {
      for (const { text } of others) errors.set(text, error)
    }),
  ])
  for (const { items, failure } of outcomes) {
    if (failure === undefined) continue
    const error = errorOf(`Loader "${engine.name}"`, items.length, [failure])
    for (const { text } of items) errors.set(text, error)
  }
  return entries.map(({ id }) => errors.get(textOf(engine, id)))
}

/** What is not to be stored (its `ttl` is 0, or the cache is bypassed) or cannot be has no `write`. */
function make<K, V>(engine: Engine<K, V>, primed: Primed<K, V>, isExact: boolean): Made<V> {
  const made = makeAnyway(engine, primed, isExact)
  return engine.mode.current === 'bypass' ? { ...made, write: undefined } : made
}

function makeAnyway<K, V>(engine: Engine<K, V>, { id, value, ttl }: Primed<K, V>, isExact: boolean): Made<V> {
  const text = textOf(engine, id)
  const origin = {
    stamp: engine.clock.token(),
    began: earliest(engine, engine.space.leaseKey(text)),
    delta: 0,
    isPrimed: true,
    ...(ttl !== undefined && { ttl: toMs(`Loader "${engine.name}": prime: ttl`, ttl) }),
    ...(ttl !== undefined && isExact && { draw: 0 }),
  }
  return value === null || value === undefined
    ? makeMissing(engine, text, origin)
    : makeEntry(engine, { id, text }, value, origin)
}

/** Of what the time may be on the store's clock: a tag that is invalidated from now on has a later marker in any case. */
function earliest<K, V>({ gate }: Engine<K, V>, lease: string): number {
  return Math.max(0, gate.nowFor(lease) - gate.uncertainty(gate.parts.of(lease)))
}
