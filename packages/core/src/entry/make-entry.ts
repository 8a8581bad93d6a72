/** From what the source said of an ID to the entry that is stored, and to the value that callers get. */

import type { LoaderParts } from '../loader/engine.ts'
import { MISSING, type Served, serve, serveAsItCame } from '../read/served.ts'
import type { Write } from '../store/store.ts'
import { tagsOf } from '../tags/tags-of.ts'
import { encode } from './codec.ts'
import { composeEntry, drawLifetime, type NewEntry } from './entry.ts'
import { isHashed } from './key.ts'
import { Unstorable } from './plain.ts'

/** What its entry will say of where it comes from. */
export interface Origin {
  readonly stamp: string
  readonly began: number
  readonly delta: number
  /** For its lifetime, in [0, 1). Default: drawn now. */
  readonly draw?: number | undefined
  /** Instead of the loader's. */
  readonly ttl?: number | undefined
  /** Whoever primes what cannot be kept is told by the promise, and not by an event. */
  readonly isPrimed?: boolean
}

export interface Made<V> {
  /** What is decoded from the entry, never the source's own object: so that a hit equals a miss (law 7). */
  readonly served: Served<V>
  /** `undefined` where it is not to be stored: `ttl` or `missingTtl` is 0, or the value cannot be kept. */
  readonly write: Omit<Write, 'key'> | undefined
  /** Milliseconds for which it is fresh; 0 where it is not to be stored. */
  readonly freshFor: number
  readonly unstorable?: Unstorable
  /** What it bears. */
  readonly tags: readonly string[]
}

export function makeMissing<K, V>(
  { policy, clock }: LoaderParts<K, V>,
  text: string,
  origin: Origin,
): Made<V> {
  const ttl = Math.min(policy.missingTtl, origin.ttl ?? policy.missingTtl)
  if (ttl === 0) return { served: MISSING, write: undefined, freshFor: 0, tags: [] }
  const fresh = drawLifetime(ttl, policy.jitter, origin.draw ?? clock.random())
  return {
    served: MISSING,
    freshFor: fresh,
    write: composeEntry({ ...origin, id: idOf(text), kind: 'missing', fresh, life: fresh, body: '' }),
    tags: [],
  }
}

/**
 * @throws OptionError where `ttl` is a function and answers no duration.
 * @throws TagsError
 */
export function makeEntry<K, V>(
  engine: LoaderParts<K, V>,
  { id, text }: { readonly id: K; readonly text: string },
  value: V,
  origin: Origin,
): Made<V> {
  const { policy, clock } = engine
  const ttl = Math.min(origin.ttl ?? policy.ttl(value), policy.mostLife)
  const fresh = ttl === 0 ? 0 : drawLifetime(ttl, policy.jitter, origin.draw ?? clock.random())
  const life = Math.min(fresh + policy.grace, policy.mostLife)
  const tags = tagsOf(engine, value, id)
  const { stamp, began, delta, isPrimed } = origin
  const made = makeFrom(engine, value, {
    stamp,
    began,
    delta,
    isPrimed,
    id: idOf(text),
    tags,
    fresh,
    life,
  })
  return ttl === 0 ? { ...made, write: undefined } : made
}

/** An entry with its times given. Each field by its name: to spread an object takes longer than all else here. */
export function makeFrom<K, V>(
  engine: LoaderParts<K, V>,
  value: V,
  entry: Omit<NewEntry, 'kind' | 'body'> & Pick<Origin, 'isPrimed'>,
): Made<V> {
  const { policy } = engine
  const { stamp, fresh, life, began, delta, id, tags = [], isPrimed = false } = entry
  try {
    const { kind, body } = encode(value, policy.codec)
    const write = composeEntry({ stamp, kind, fresh, life, began, delta, id, tags, body })
    const served = serve<V>({ kind, stored: body, bodyAt: 0 }, policy)
    if (policy.codec !== undefined) tryDecoding(served)
    // What is not to be stored may be of any size.
    const tooLarge = fresh === 0 ? undefined : refusalOf(body, policy.maxValueBytes)
    if (tooLarge === undefined) return { served, write, freshFor: fresh, tags }
    if (!isPrimed) reportOnce(engine, tooLarge)
    return { served, write: undefined, freshFor: 0, unstorable: tooLarge, tags }
  } catch (error) {
    if (!(error instanceof Unstorable)) throw error
    // What is not to be stored need not be storable.
    if (fresh > 0 && !isPrimed) reportOnce(engine, error)
    return { served: serveAsItCame(value), write: undefined, freshFor: 0, unstorable: error, tags }
  }
}

/** A character takes at most three bytes: most bodies are not measured. */
function refusalOf(body: string, most: number): Unstorable | undefined {
  if (body.length * 3 <= most) return undefined
  const bytes = Buffer.byteLength(body)
  if (bytes <= most) return undefined
  return new Unstorable('it', `takes ${bytes} bytes, more than the ${most} of maxValueBytes`, {
    advice: 'Raise maxValueBytes, or cache less of it.',
  })
}

/** What the loader's own codec cannot bring back must not be stored: every hit would be corrupt. */
function tryDecoding(served: Served<unknown>): void {
  try {
    served.take()
  } catch (error) {
    throw new Unstorable('it', 'could not be decoded by its codec', { cause: error })
  }
}

function reportOnce<K, V>(
  { once, events, name }: LoaderParts<K, V>,
  { path, reason, cause }: Unstorable,
): void {
  if (once.has('unstorable')) return
  once.add('unstorable')
  events.emit('unstorable', { loader: name, path, reason, ...(cause !== undefined && { error: cause }) })
}

/** Where the key holds only its hash, the entry holds the ID. */
export function idOf(text: string): string | undefined {
  return isHashed(text) ? text : undefined
}
