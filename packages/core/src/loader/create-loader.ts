/** From the parts of a loader to its public face. */

import { OptionError } from '../errors/errors.ts'
import { expireMany } from '../invalidate/expire.ts'
import { invalidateMany } from '../invalidate/obey.ts'
import { primeMany } from '../invalidate/prime.ts'
import { readShadowed } from '../modes/shadow-read.ts'
import { checkRecord } from '../options/check-option.ts'
import { lookUp } from '../read/look-up.ts'
import { peek } from '../read/peek.ts'
import type { Read } from '../read/read.ts'
import type { Answer } from '../read/read-answers.ts'
import { beginRead, finishRead, readFresh, readUncached, readUnkept } from '../read/read-many.ts'
import { clear, clearAll, entries } from '../read/scan.ts'
import { isError } from '../source/answer.ts'
import { invalidateAll } from '../tags/invalidate-all.ts'
import { invalidateTags } from '../tags/invalidate-tags.ts'
import { keepAwake } from '../time/deadline.ts'
import { noneWarmed, warm } from '../warm/warm.ts'
import type { Engine, LoaderParts } from './engine.ts'
import { inScope, withoutScope } from './in-scope.ts'
import type { CallOptions, Loader, ScopedLoader } from './loader.ts'
import { copyIds, textOf } from './loader-key.ts'
import { orAborted } from './patience.ts'
import { scopeText } from './scope.ts'

export function createLoader<K, V>(parts: LoaderParts<K, V>): Loader<K, V> {
  return loaderOver(withoutScope(parts))
}

export function createScopedLoader<K, V>(parts: LoaderParts<K, V>): ScopedLoader<K, V, never, unknown> {
  const { name, policy } = parts
  const loader: ScopedLoader<K, V, never, unknown> = {
    name,
    invalidateAll: async () => invalidateAll(parts),
    invalidateTags: (tags) => invalidateTags(parts, tags),
    for(scope) {
      if (scope === undefined && policy.unscoped === 'bypass') return uncachedLoader(withoutScope(parts))
      return loaderOver(inScope(parts, scope))
    },
    bind: (context) => loader.for(policy.scope?.(context)),
    clear: async () => clearAll(parts),
    scope: (policy.scope ?? (() => undefined)) as (context: never) => unknown,
    scopeOf(context) {
      const scope = policy.scope?.(context)
      return scope === undefined && policy.unscoped === 'bypass' ? undefined : scopeText(name, scope)
    },
  }
  return loader
}

function loaderOver<K, V>(engine: Engine<K, V>): Loader<K, V> {
  const begin = (ids: readonly K[], call: CallOptions | undefined): Read<K, V> => {
    call?.signal?.throwIfAborted()
    return beginRead(engine, ids, call?.report)
  }
  const { mode } = engine
  const readPast = async (ids: readonly K[], { past, report, signal }: CallOptions = {}) => {
    signal?.throwIfAborted()
    return orAborted(wayPast(engine, past)(engine, ids, report), signal)
  }
  const loader: Loader<K, V> = {
    name: engine.name,
    keyOf: (id) => textOf(engine, id),
    // What the near cache answers awaits nothing: a promise costs more than such a hit.
    load: async (id, call) => {
      if (mode.current !== 'on' || call?.past !== undefined)
        return unwrap((await readPast([id], call))[0] as Answer<V>)
      const read = begin([id], call)
      if (read.isOpen) await orAborted(finishRead(read), call?.signal)
      return unwrap(read.answers[0] as Answer<V>)
    },
    loadMany: async (ids, call) => {
      if (mode.current !== 'on' || call?.past !== undefined) return readPast(ids, call)
      const read = begin(ids, call)
      if (read.isOpen) await orAborted(finishRead(read), call?.signal)
      return read.answers
    },
    cached: async (id) => unwrap((await loader.cachedMany([id]))[0]),
    cachedMany: async (ids) =>
      mode.current === 'on' ? lookUp(engine, ids) : copyIds(engine.name, ids).map(() => undefined),
    invalidate: async (id) => (await loader.invalidateMany([id]))[0] === true,
    invalidateMany: async (ids) => invalidateMany(engine, ids),
    expire: async (id) => (await loader.expireMany([id]))[0] === true,
    expireMany: async (ids) => expireMany(engine, ids),
    invalidateAll: async () => invalidateAll(engine, engine.implied?.keys.at(-1)),
    invalidateTags: (tags) => invalidateTags(engine, tags),
    prime: async (id, value, { ttl } = {}) => {
      const [error] = await primeMany(engine, [{ id, value, ttl }], true)
      if (error !== undefined) throw error
    },
    primeMany: async (entries) => primeMany(engine, entries),
    entries: () => entries(engine),
    peek: async (id, options = {}) => {
      checkRecord(`Loader "${engine.name}": peek`, options, ['value'])
      return peek(engine, id, options.value === true)
    },
    clear: async () => clear(engine),
    warm: async (ids) => {
      const warmed = noneWarmed()
      const warming = warm(engine, ids, warmed)
      engine.lifecycle.background(warming)
      // Its own timers keep no process alive, since a refresh, which nobody awaits, has the same.
      await keepAwake(engine.clock, warming)
      return warmed
    },
    bind: () => loader,
  }
  return loader
}

/** How a read goes that asks to go past the cache, or has to in the loader's mode. */
function wayPast<K, V>({ mode, name }: Engine<K, V>, past: CallOptions['past']): typeof readUncached<K, V> {
  if (past === 'bypass') return readUnkept
  if (past !== undefined && past !== 'fresh')
    throw new OptionError(`Loader "${name}": past`, "'bypass', 'fresh' or nothing", past)
  if (mode.current === 'bypass') return readUncached
  return past === 'fresh' ? readFresh : readShadowed
}

/** For a scope that is not known: nothing is kept, so there is nothing to invalidate or to warm. */
function uncachedLoader<K, V>(engine: Engine<K, V>): Loader<K, V> {
  const loader: Loader<K, V> = {
    ...loaderOver(engine),
    load: async (id, call) => unwrap((await loader.loadMany([id], call))[0] as Answer<V>),
    loadMany: (ids, call) => orAborted(readUnkept(engine, ids, call?.report), call?.signal),
    cached: async () => undefined,
    cachedMany: async (ids) => copyIds(engine.name, ids).map(() => undefined),
    invalidate: async () => false,
    invalidateMany: async (ids) => copyIds(engine.name, ids).map(() => false),
    expire: async () => false,
    expireMany: async (ids) => copyIds(engine.name, ids).map(() => false),
    invalidateAll: async () => {},
    prime: async () => {},
    primeMany: async (entries) => entries.map(() => undefined),
    entries: async function* () {},
    clear: async () => {},
    warm: async () => noneWarmed(),
    bind: () => loader,
  }
  return loader
}

function unwrap<A>(answer: A | Error): A {
  if (isError(answer)) throw answer
  return answer as A
}
