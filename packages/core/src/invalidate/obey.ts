/** `invalidate` of a loader: from IDs to the commands that make the fleet obey (law 3). */

import { siblingKey } from '../entry/key.ts'
import { InvalidationPendingError, InvalidationRefusedError } from '../errors/errors.ts'
import type { Engine } from '../loader/engine.ts'
import { copyIds, textOf } from '../loader/loader-key.ts'
import { legacyKeys } from '../versions/legacy.ts'
import { deliverAll } from './deliver.ts'
import type { Invalidated } from './invalidated.ts'
import type { NotDelivered } from './invalidations.ts'

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
  const outcomes = await deliverAll(engine, items, {
    primed: false,
    send: (chunk) => engine.gate.invalidate(chunk.map(({ target }) => target)),
  })
  const error = errorOf(
    engine.name,
    items.length,
    outcomes.flatMap((it) => it.failure ?? []),
  )
  if (error !== undefined) throw error
  const wereThere = new Set<string>()
  for (const { items, answers } of outcomes)
    for (const [i, { text }] of items.entries()) if (answers?.[i]) wereThere.add(text)
  return wereThere
}

/** Nothing retries what was refused, so that has to be told first. */
export function errorOf(loader: string, asked: number, failures: readonly NotDelivered[]): Error | undefined {
  const refused = failures.filter(({ kept }) => !kept)
  const idsOf = (some: readonly NotDelivered[]) => some.flatMap(({ ids }) => ids)
  if (refused.length > 0)
    return new InvalidationRefusedError(loader, idsOf(refused), asked, refused[0]?.cause)
  if (failures.length > 0)
    return new InvalidationPendingError(loader, idsOf(failures), asked, failures[0]?.cause)
  return undefined
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
