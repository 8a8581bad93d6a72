/** In which mode each loader of a cache is. Switched at run time, for all of them or for one. */

import { OptionError } from '../errors/errors.ts'
import type { Emitter } from '../events/events.ts'
import { checkMode, type LoaderMode, type Mode } from './mode.ts'

export class Modes {
  #all: Mode
  readonly #events: Emitter
  readonly #loaders = new Map<string, { current: Mode }>()

  constructor(all: Mode, events: Emitter) {
    this.#all = all
    this.#events = events
  }

  /**
   * A loader that is released and defined again stays in its mode: what an operator has said outlives a server that restarts.
   *
   * @param own What the loader's option says.
   */
  open(loader: string, own: Mode | undefined): LoaderMode {
    const mode = this.#loaders.get(loader) ?? { current: own ?? this.#all }
    this.#loaders.set(loader, mode)
    return mode
  }

  /** @throws OptionError where there is no such loader. */
  of(loader: string | undefined): Mode {
    return loader === undefined ? this.#all : this.#of('mode', loader).current
  }

  /**
   * Without a loader: of all, of those that are defined later, too, unless their option says another. Told only where it
   * changes anything.
   *
   * @throws OptionError on what is no mode, and where there is no such loader.
   */
  set(mode: Mode, loader: string | undefined): void {
    checkMode('setMode: mode', mode)
    const concerned = loader === undefined ? [...this.#loaders.values()] : [this.#of('setMode', loader)]
    const isNews = concerned.some(({ current }) => current !== mode)
    const isNewsForAll = loader === undefined && this.#all !== mode
    if (!isNews && !isNewsForAll) return
    if (loader === undefined) this.#all = mode
    for (const each of concerned) each.current = mode
    this.#events.emit('mode', { mode, ...(loader !== undefined && { loader }) })
  }

  #of(where: string, loader: string): { current: Mode } {
    const mode = this.#loaders.get(loader)
    if (mode !== undefined) return mode
    const known = [...this.#loaders.keys()].join(', ') || 'none'
    throw new OptionError(`${where}: loader`, `one that is defined: ${known}`, loader)
  }
}
