/** Warms the keys that the namespace remembers as hot, for a time that is bounded. */

import type { Lifecycle } from '../cache/lifecycle.ts'
import { DeadlineError, OptionError } from '../errors/errors.ts'
import type { Engine, LoaderParts } from '../loader/engine.ts'
import { inScope, withoutScope } from '../loader/in-scope.ts'
import { canExist, textOf } from '../loader/loader-key.ts'
import type { Clock } from '../time/clock.ts'
import { withDeadline } from '../time/deadline.ts'
import type { Duration } from '../time/duration.ts'
import type { HotKey } from './hot-key.ts'
import type { HotRecord } from './hot-record.ts'
import { noneWarmed, type Warmed, warm } from './warm.ts'

export interface WarmHotOptions {
  /** How many keys, the hottest first. A whole number from 1. Default 100. */
  readonly keys?: number
  /** How long it may take. Loads that have begun by then go on behind the scenes. Default '5s'. */
  readonly within?: Duration
  /** The names of the loaders whose keys are warmed, which have to be defined by then. Default: all that the cache has. */
  readonly loaders?: readonly string[]
}

export interface WarmHotSettings {
  readonly keys: number
  /** Milliseconds. */
  readonly within: number
  readonly loaders: readonly string[] | undefined
}

interface Parts {
  readonly loaders: ReadonlyMap<string, LoaderParts<never, unknown>>
  readonly record: HotRecord
  readonly clock: Clock
  readonly lifecycle: Lifecycle
}

type AnyEngine = Engine<never, unknown>

/** @throws CacheClosedError, OptionError on the name of a loader that the cache does not have */
export async function warmHot(parts: Parts, settings: WarmHotSettings): Promise<Warmed> {
  const { clock, lifecycle, loaders } = parts
  lifecycle.checkOpen()
  const unknown = settings.loaders?.find((name) => !loaders.has(name))
  if (unknown !== undefined)
    throw new OptionError(
      'warmHot: loaders',
      'names of loaders that this cache has',
      unknown,
      'Loaders have to be defined before they are warmed.',
    )
  const warmed = noneWarmed()
  const over = new AbortController()
  const warming = warmAll(parts, settings, warmed, over.signal)
  lifecycle.background(warming)
  try {
    await withDeadline(clock, settings.within, 'Warming', warming)
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error
    over.abort()
  }
  // A copy: what was begun goes on counting.
  return { ...warmed }
}

/** All loaders at once; of each one scope after the other, so that none takes more than one slot of its source. */
async function warmAll(
  { loaders, record }: Parts,
  { keys, loaders: names = [...loaders.keys()] }: WarmHotSettings,
  warmed: Warmed,
  over: AbortSignal,
): Promise<void> {
  const hot = (await record.read()).filter(({ loader }) => names.includes(loader)).slice(0, keys)
  const warming = [...new Set(names)].map(async (name) => {
    const parts = loaders.get(name)
    if (parts === undefined) return
    const ofLoader = hot.filter(({ loader }) => loader === name)
    for (const [engine, ids] of byScope(parts, ofLoader)) {
      const usable = ids.filter((id) => isUsable(engine, id))
      warmed.skipped += ids.length - usable.length
      await warm(engine, usable, warmed, over)
    }
  })
  await Promise.all(warming)
}

/** A record may be of another release, in which the loader had no scope, or another one. Such keys are left out. */
function byScope(parts: LoaderParts<never, unknown>, hot: readonly HotKey[]): Iterable<[AnyEngine, never[]]> {
  const groups = new Map<string, [AnyEngine, never[]]>()
  for (const { scope, id } of hot) {
    const engine = engineFor(parts, scope)
    if (engine === undefined) continue
    const group = groups.get(engine.space.prefix) ?? [engine, []]
    groups.set(engine.space.prefix, group)
    group[1].push(id as never)
  }
  return groups.values()
}

function engineFor(parts: LoaderParts<never, unknown>, scope: unknown): AnyEngine | undefined {
  if (parts.policy.scope === undefined) return scope === undefined ? withoutScope(parts) : undefined
  try {
    return inScope(parts, scope)
  } catch {
    return undefined
  }
}

/** IDs of another release may be of another type: one that has no key now must not cost the others their turn. */
function isUsable(engine: AnyEngine, id: never): boolean {
  try {
    textOf(engine, id)
    return canExist(engine, id)
  } catch {
    return false
  }
}
