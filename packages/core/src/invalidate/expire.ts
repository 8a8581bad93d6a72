/** `expire` of a loader: its entries are stale from now on. */

import type { Engine } from '../loader/engine.ts'
import { copyIds, textOf } from '../loader/loader-key.ts'
import { deliverAll } from './deliver.ts'
import { deliveringOf, invalidated } from './obey.ts'
import { errorOf } from './undone.ts'

/**
 * Aligned to `ids`: whether the store held an entry. What cannot be delivered is tried again as an invalidation, since by then
 * another entry may lie there.
 *
 * @throws InvalidKeyError (before anything is done), InvalidationPendingError, InvalidationRefusedError
 */
export async function expireMany<K, V>(engine: Engine<K, V>, ids: readonly K[]): Promise<boolean[]> {
  const { gate, events, name } = engine
  engine.lifecycle.checkOpen()
  const texts = copyIds(name, ids).map((id) => textOf(engine, id))
  const items = Array.from(new Set(texts), (text) => invalidated(engine, text))
  const outcomes = await deliverAll(deliveringOf(engine), items, {
    primed: false,
    send: (chunk) => gate.expire(chunk.map(({ target }) => target)),
    delivered: (chunk) => events.emit('expired', { loader: name, ids: chunk.map(({ text }) => text) }),
  })
  const failures = outcomes.flatMap(({ failure }) => failure ?? [])
  const error = errorOf(`Loader "${name}"`, items.length, failures)
  if (error !== undefined) throw error
  const wereThere = new Map(
    outcomes.flatMap(({ items: its, answers }) => its.map(({ text }, i) => [text, answers?.[i] === true])),
  )
  return texts.map((text) => wereThere.get(text) === true)
}
