/** `prime` of a loader: values that are known to be current, invalidated and stored in one step. */

import { type Made, makeEntry, makeMissing } from '../entry/make-entry.ts'
import { UnstorableValueError } from '../errors/errors.ts'
import type { Engine } from '../loader/engine.ts'
import { textOf } from '../loader/loader-key.ts'
import { noteWritten } from '../observe/note.ts'
import type { Write } from '../store/store.ts'
import { ignore } from '../store/store-guard.ts'
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
  const primed = new Map(entries.map((entry) => [textOf(engine, entry.id), entry]))
  const made = Array.from(primed, ([text, entry]) => [text, make(engine, entry, isExact)] as const)
  const calledAt = engine.clock.monotonic()
  const again = (item: Writing): Writing => {
    const since = engine.clock.monotonic() - calledAt
    const { write } = make(engine, primed.get(item.text) as Primed<K, V>, isExact, since)
    return write === undefined ? item : { ...item, write: { key: item.key, ...write } }
  }
  const errors = new Map<string, Error | undefined>()
  const writes: Writing[] = []
  const others: Invalidated[] = []
  for (const [text, { write, unstorable }] of made) {
    const item = invalidated(engine, text)
    if (write !== undefined) writes.push({ ...item, write: { key: item.key, ...write } })
    else others.push(item)
    if (unstorable !== undefined) errors.set(text, new UnstorableValueError(engine.name, unstorable))
  }
  const clock = learnClock(engine, writes)
  const [outcomes] = await Promise.all([
    deliverAll(deliveringOf(engine), writes, {
      primed: true,
      delivered: (chunk) =>
        engine.events.emit('invalidated', {
          loader: engine.name,
          ids: chunk.map(({ text }) => text),
          primed: true,
        }),
      after: clock,
      send: async (chunk) => {
        const writes = clock === undefined ? chunk : chunk.map(again)
        await engine.gate.prime(writes.map(({ target, write }) => ({ ...target, write })))
        for (const { write } of writes) noteWritten(engine, 'prime', write)
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
function make<K, V>(engine: Engine<K, V>, primed: Primed<K, V>, isExact: boolean, since = 0): Made<V> {
  const made = makeAnyway(engine, primed, isExact, since)
  return engine.mode.current === 'bypass' ? { ...made, write: undefined } : made
}

/** @param since Milliseconds that have passed since it was called for. */
function makeAnyway<K, V>(
  engine: Engine<K, V>,
  { id, value, ttl }: Primed<K, V>,
  isExact: boolean,
  since: number,
): Made<V> {
  const text = textOf(engine, id)
  const origin = {
    stamp: engine.clock.token(),
    began: Math.max(0, earliest(engine, engine.space.leaseKey(text)) - since),
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
  return gate.nowFor(lease) - gate.uncertainty(gate.parts.of(lease))
}

/**
 * Where nothing is known of the store's clock yet, every tag that was ever invalidated may have been so since: what is primed
 * would be dead. The answer to any command tells. `undefined` where all is known that is needed. Never rejects.
 */
function learnClock<K, V>(
  { gate, policy }: Engine<K, V>,
  writes: readonly Writing[],
): Promise<unknown> | undefined {
  if (policy.tags === undefined) return undefined
  const parts = new Map(writes.map(({ key }) => [gate.parts.of(key), key]))
  const unknown = [...parts].filter(([part]) => !Number.isFinite(gate.uncertainty(part)))
  if (unknown.length === 0) return undefined
  return Promise.all(unknown.map(([part, key]) => gate.readMany(part, [key]).catch(ignore)))
}
