/** The loaders of a cache, by name: each is defined once, unless its name is released. */
import { loaderPrefix, prefixOf } from '../entry/key.ts'
import { OptionError } from '../errors/errors.ts'
import { Resting } from '../fetch/resting.ts'
import { Invalidations } from '../invalidate/invalidations.ts'
import { undeliveredOf } from '../invalidate/obey.ts'
import type { LoaderParts, LoadFunction, Shared } from '../loader/engine.ts'
import type { Modes } from '../modes/modes.ts'
import { Shadow } from '../modes/shadow.ts'
import { checkName } from '../options/check-option.ts'
import { resolveLoaderOptions } from '../options/resolve-loader-options.ts'
import type { CacheSettings } from '../options/settings.ts'
import { Flights } from '../read/flights.ts'
import { LocalCoolDowns } from '../source/local-cool-downs.ts'
import type { Sources } from '../source/sources.ts'

type AnyLoader = LoaderParts<never, unknown>

interface Parts {
  readonly shared: Shared
  readonly sources: Sources
  readonly modes: Modes
  readonly settings: CacheSettings
}

export class Loaders {
  readonly byName = new Map<string, AnyLoader>()
  /** Their names may be taken again. */
  readonly #released = new Set<AnyLoader>()
  /** By what their keys begin with. */
  readonly #byPrefix = new Map<string, AnyLoader>()

  /** The one that the key of an entry or of a lease belongs to. */
  of(key: string): AnyLoader | undefined {
    return this.#byPrefix.get(prefixOf(key))
  }

  /** @throws OptionError */
  define(parts: Parts, name: string, load: LoadFunction<never, unknown>, options: object): AnyLoader {
    checkName('loader: name', name)
    const before = this.byName.get(name)
    if (before !== undefined && !this.#released.has(before))
      throw new OptionError(
        'loader: name',
        'one that is not taken',
        name,
        'Each loader is defined once per cache.',
      )
    const loader = make(parts, name, load, options, before)
    if (before !== undefined) this.#released.delete(before)
    this.byName.set(name, loader)
    this.#byPrefix.set(loaderPrefix(parts.shared.namespace, name), loader)
    return loader
  }

  release(name: string, sources: Sources): void {
    const loader = this.byName.get(name)
    if (loader === undefined || this.#released.has(loader)) return
    this.#released.add(loader)
    sources.release(loader.source)
  }
}

/** @param before The one that has released the name: what holds for its keys goes on holding (laws 3 and 4). */
function make(
  { shared, sources, modes, settings }: Parts,
  name: string,
  load: LoadFunction<never, unknown>,
  options: object,
  before: AnyLoader | undefined,
): AnyLoader {
  const { clock, gate, events } = shared
  if (typeof load !== 'function') throw new OptionError(`Loader "${name}": load`, 'a function', load)
  const policy = resolveLoaderOptions<never, unknown>(name, options, settings.storeTimeout)
  if (policy.legacy !== undefined && settings.store.partOf !== undefined)
    throw new OptionError(
      `Loader "${name}": legacy`,
      'none, on a store of several parts',
      policy.legacy,
      'Old entries and new ones would lie in different parts, and nothing could be done to both at once.',
    )
  return {
    ...shared,
    name,
    load,
    policy,
    mode: modes.open(name, policy.mode),
    shadow: before?.shadow ?? new Shadow(settings.shadow, clock),
    source: sources.open(`Loader "${name}"`, policy.source.name, policy.source.settings),
    olderVersions: [...policy.upgrade.keys()],
    flights: before?.flights ?? new Flights(),
    resting: before?.resting ?? new Resting(clock),
    coolDowns: before?.coolDowns ?? new LocalCoolDowns(clock),
    departures: new Map(),
    waitingCalls: new Map(),
    invalidations: before?.invalidations ?? new Invalidations(undeliveredOf(name, gate, clock, events)),
    once: new Set(),
  }
}
