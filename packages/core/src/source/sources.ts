/** The sources of a cache. Loaders that name the same one share its limit and its circuit. */

import { OptionError } from '../errors/errors.ts'
import type { Emitter } from '../events/events.ts'
import type { SourceSettings } from '../options/settings.ts'
import type { Clock } from '../time/clock.ts'
import { Circuit } from './circuit.ts'
import { Slots } from './slots.ts'

export interface Source {
  readonly name: string
  readonly slots: Slots
  readonly circuit: Circuit
}

export const DEFAULTS: SourceSettings = {
  concurrency: 16,
  queue: 10_000,
  circuit: { failures: 0.5, over: 10_000, minimum: 10, retryAfter: 5_000 },
}

interface Known extends Source {
  readonly settings: SourceSettings
  /** How many have it, and are not released. */
  loaders: number
}

export class Sources {
  readonly #clock: Clock
  readonly #events: Emitter
  readonly #known = new Map<string, Known>()
  /** Those that have got other limits since, too: their loaders may go on. */
  readonly #made = new Set<Source>()

  constructor(clock: Clock, events: Emitter) {
    this.#clock = clock
    this.#events = events
  }

  get all(): readonly Source[] {
    return [...this.#known.values()]
  }

  /**
   * @param settings `undefined` to share whatever the source has, or the defaults.
   * @throws OptionError where it has others already.
   */
  open(where: string, name: string, settings: SourceSettings | undefined): Source {
    const known = this.#known.get(name)
    const wanted = known?.loaders === 0 ? (settings ?? DEFAULTS) : settings
    const isOther = wanted !== undefined && JSON.stringify(known?.settings) !== JSON.stringify(wanted)
    if (known === undefined || (known.loaders === 0 && isOther)) return this.#make(name, wanted ?? DEFAULTS)
    if (isOther)
      throw new OptionError(
        `${where}: source`,
        `the limits that the source "${name}" has already, ${JSON.stringify(known.settings)}, or its name alone`,
        settings,
        'Loaders that share a source share its limits.',
        JSON.stringify,
      )
    known.loaders++
    return known
  }

  /** Once its last loader is released, the next to name the source may give it other limits. */
  release(source: Source): void {
    const known = this.#known.get(source.name)
    if (known === source) known.loaders--
  }

  #make(name: string, settings: SourceSettings): Source {
    const { concurrency, queue, circuit } = settings
    const slots = new Slots(concurrency, queue)
    const tell = (state: 'open' | 'closed') => {
      // Who waits would wait in vain.
      if (state === 'open') slots.clear()
      this.#events.emit('circuit', { of: 'source', name, state })
    }
    const source: Known = {
      name,
      settings,
      loaders: 1,
      slots,
      circuit: new Circuit(this.#clock, circuit, tell),
    }
    this.#known.set(name, source)
    this.#made.add(source)
    return source
  }

  close(): void {
    for (const { slots } of this.#made) slots.close()
  }
}
