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

export class Sources {
  readonly #clock: Clock
  readonly #events: Emitter
  readonly #known = new Map<string, Source & { readonly settings: SourceSettings }>()

  constructor(clock: Clock, events: Emitter) {
    this.#clock = clock
    this.#events = events
  }

  /**
   * @param settings `undefined` to share whatever the source has, or the defaults.
   * @throws OptionError where it has others already.
   */
  open(where: string, name: string, settings: SourceSettings | undefined): Source {
    const known = this.#known.get(name)
    if (known === undefined) return this.#make(name, settings ?? DEFAULTS)
    if (settings !== undefined && JSON.stringify(known.settings) !== JSON.stringify(settings))
      throw new OptionError(
        `${where}: source`,
        `the limits that the source "${name}" has already, ${JSON.stringify(known.settings)}, or its name alone`,
        settings,
        'Loaders that share a source share its limits.',
        JSON.stringify,
      )
    return known
  }

  #make(name: string, settings: SourceSettings): Source {
    const { concurrency, queue, circuit } = settings
    const slots = new Slots(concurrency, queue)
    const tell = (state: 'open' | 'closed') => {
      // Who waits would wait in vain.
      if (state === 'open') slots.clear()
      this.#events.emit('circuit', { of: 'source', name, state })
    }
    const source = {
      name,
      settings,
      slots,
      circuit: new Circuit(this.#clock, circuit, tell),
    }
    this.#known.set(name, source)
    return source
  }

  list(): Source[] {
    return [...this.#known.values()]
  }

  close(): void {
    for (const { slots } of this.#known.values()) slots.close()
  }
}
