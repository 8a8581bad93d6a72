/** Checks the shape of what `load` answered, and brings it into line with what was asked. */
import { types } from 'node:util'
import { BatchShapeError } from '../errors/errors.ts'
import { kindOf } from '../errors/show.ts'

/** What the source said of one ID. */
export type Found<V> = { readonly value: V } | { readonly error: Error } | 'missing'

/**
 * Aligned to `texts`, the IDs as the strings that `key` gives.
 *
 * @throws BatchShapeError for what is no array of the right length, and no Map of keys that were asked for.
 */
export function readAnswer<V>(
  loader: string,
  texts: readonly string[],
  answer: unknown,
  textOf: (key: never) => string,
): Found<V>[] {
  if (Array.isArray(answer)) {
    if (answer.length === texts.length) return Array.from(answer, (slot) => toFound<V>(loader, slot))
    throw new BatchShapeError(
      loader,
      `load was asked for ${texts.length} IDs and answered an array of ${answer.length}.`,
    )
  }
  if (types.isMap(answer)) return readMap(loader, texts, answer, textOf)
  throw new BatchShapeError(
    loader,
    `load has to answer an array aligned to its IDs, or a Map; it answered ${kindOf(answer)}.`,
  )
}

function readMap<V>(
  loader: string,
  texts: readonly string[],
  answer: Map<unknown, unknown>,
  textOf: (key: never) => string,
): Found<V>[] {
  const asked = new Set(texts)
  const byText = new Map<string, Found<V>>()
  for (const [key, slot] of answer) {
    const text = textOfMapKey(loader, key, textOf)
    if (!asked.has(text))
      throw new BatchShapeError(loader, 'load answered a Map with a key that was not asked for.')
    if (byText.has(text))
      throw new BatchShapeError(loader, 'load answered a Map with two keys for the same ID.')
    byText.set(text, toFound(loader, slot))
  }
  return texts.map((text) => byText.get(text) ?? 'missing')
}

/** Maps are keyed by IDs, or by what the loader's `key` makes of them. */
function textOfMapKey(loader: string, key: unknown, textOf: (key: never) => string): string {
  if (typeof key === 'string') return key
  try {
    return textOf(key as never)
  } catch {
    throw new BatchShapeError(
      loader,
      `load answered a Map with ${kindOf(key)} as a key, which is none of the loader's.`,
    )
  }
}

function toFound<V>(loader: string, slot: unknown): Found<V> {
  if (slot === null || slot === undefined) return 'missing'
  if (isError(slot)) return { error: slot }
  if (types.isPromise(slot)) {
    slot.catch(() => {})
    return {
      error: new BatchShapeError(
        loader,
        'load answered a promise in a slot; await it first, say with Promise.all.',
      ),
    }
  }
  return { value: slot as V }
}

export function isError(thing: unknown): thing is Error {
  return thing instanceof Error || types.isNativeError(thing)
}
