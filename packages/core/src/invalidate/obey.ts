/** `invalidate` of a loader: from IDs to the commands that make the fleet obey (law 3). */

import { siblingKey } from '../entry/key.ts'
import type { Emitter } from '../events/events.ts'
import type { Engine } from '../loader/engine.ts'
import { copyIds, textOf } from '../loader/loader-key.ts'
import type { StoreGate } from '../store/store-gate.ts'
import type { Clock } from '../time/clock.ts'
import { legacyKeys } from '../versions/legacy.ts'
import { deliverAll } from './deliver.ts'
import type { Invalidated } from './invalidated.ts'
import { takeEffect } from './take-effect.ts'
import { Undelivered } from './undelivered.ts'
import { errorOf } from './undone.ts'

/**
 * Aligned to `ids`: whether the store held an entry.
 *
 * @throws InvalidKeyError (before anything is done), InvalidationPendingError, InvalidationRefusedError
 */
export async function invalidateMany<K, V>(engine: Engine<K, V>, ids: readonly K[]): Promise<boolean[]> {
  engine.lifecycle.checkOpen()
  const texts = copyIds(engine.name, ids).map((id) => textOf(engine, id))
  const items = Array.from(new Set(texts), (text) => invalidated(engine, text))
  const wereThere = await obey(engine, items)
  return texts.map((text) => wereThere.has(text))
}

/**
 * The texts of those that were there.
 *
 * @throws InvalidationPendingError, InvalidationRefusedError
 */
export async function obey<K, V>(engine: Engine<K, V>, items: readonly Invalidated[]): Promise<Set<string>> {
  const outcomes = await deliverAll(deliveringOf(engine), items, {
    primed: false,
    send: (chunk) => engine.gate.invalidate(chunk.map(({ target }) => target)),
    delivered: (chunk) => tellInvalidated(engine, chunk),
  })
  const error = errorOf(
    `Loader "${engine.name}"`,
    items.length,
    outcomes.flatMap((it) => it.failure ?? []),
  )
  if (error !== undefined) throw error
  const wereThere = new Set<string>()
  for (const { items, answers } of outcomes)
    for (const [i, { text }] of items.entries()) if (answers?.[i]) wereThere.add(text)
  return wereThere
}

/** Those of one loader that the store has not confirmed. */
export function undeliveredOf(
  loader: string,
  gate: StoreGate,
  clock: Clock,
  events: Emitter,
): Undelivered<Invalidated> {
  const idsOf = (items: readonly Invalidated[]) => items.map(({ text }) => text)
  return new Undelivered(gate, clock, {
    send: (items, how) =>
      gate.invalidate(
        items.map(({ target }) => target),
        how,
      ),
    delivered: (items) => events.emit('invalidated', { loader, ids: idsOf(items), primed: false }),
    lost: (items) => events.emit('invalidation-lost', { loader, ids: idsOf(items) }),
  })
}

export function deliveringOf<K, V>(engine: Engine<K, V>) {
  const { gate, invalidations } = engine
  return { gate, invalidations, takeEffect: (key: string) => takeEffect(engine, key) }
}

function tellInvalidated<K, V>({ events, name }: Engine<K, V>, items: readonly Invalidated[]): void {
  events.emit('invalidated', { loader: name, ids: items.map(({ text }) => text), primed: false })
}

/** Neighbours obey too: all versions from the oldest known, or the one before, to the one after. */
export function invalidated<K, V>(
  engine: Engine<K, V>,
  text: string,
  lease = engine.space.leaseKey(text),
): Invalidated {
  const { policy, olderVersions } = engine
  const oldest = Math.max(1, Math.min(policy.version - 1, ...olderVersions))
  const keys = legacyKeys(engine, text)
  for (let version = oldest; version <= policy.version + 1; version++) keys.push(siblingKey(lease, version))
  const target = { lease, keys, hold: policy.holdAfterInvalidate }
  return { text, key: siblingKey(lease, policy.version), target }
}
