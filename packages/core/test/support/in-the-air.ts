/**
 * What is in the air between caches, store and source, and which of the schedules that matter have been met: a search
 * that never meets them proves nothing.
 */
import type { StoreOperation } from '@larder/core/testing'

const SCHEDULES = [
  'invalidate during a load',
  'invalidate during the store read',
  'invalidate between load and fill',
  'prime during a load',
  'a new load while the invalidated one still runs',
  'a fill executed, its reply unread, while an invalidation resolves elsewhere',
  'a refused fill',
  'a refresh',
  'an upgrade',
  'an undelivered invalidation',
  'tags invalidated during a load',
  'tags invalidated during the store read',
  'tags invalidated between load and fill',
  'tags invalidated during a promotion',
  'a near hit',
  'a near hit that is older than an invalidation elsewhere',
] as const

export type Schedule = (typeof SCHEDULES)[number]

/** A command on its way to the store, or its reply on the way back. */
export interface Command {
  readonly cache: string
  readonly operation: StoreOperation
  readonly ids: readonly string[]
  leg: 'request' | 'reply'
}

interface RunningLoad {
  readonly ids: readonly string[]
  /** IDs invalidated since it began. */
  readonly invalidated: Set<string>
}

export class InTheAir {
  readonly #met: Map<Schedule, number>
  readonly #commands = new Set<Command>()
  readonly #loads = new Set<RunningLoad>()

  constructor(met: Map<Schedule, number>) {
    this.#met = met
  }

  meet(schedule: Schedule): void {
    this.#met.set(schedule, (this.#met.get(schedule) ?? 0) + 1)
  }

  commandBegins(command: Command): () => void {
    this.#commands.add(command)
    return () => void this.#commands.delete(command)
  }

  loadBegins(ids: readonly string[]): () => void {
    for (const { invalidated } of this.#loads) {
      if (ids.some((id) => invalidated.has(id))) this.meet('a new load while the invalidated one still runs')
    }
    const load = { ids, invalidated: new Set<string>() }
    this.#loads.add(load)
    return () => void this.#loads.delete(load)
  }

  /** The store deletes these entries. */
  invalidated(ids: readonly string[], primed: boolean): void {
    for (const id of ids) {
      for (const load of this.#loads) {
        if (!load.ids.includes(id)) continue
        load.invalidated.add(id)
        this.meet(primed ? 'prime during a load' : 'invalidate during a load')
      }
      for (const { operation, ids: named, leg } of this.#commands) {
        if (!named.includes(id)) continue
        if (operation === 'readMany') this.meet('invalidate during the store read')
        if (operation === 'fill' && leg === 'request') this.meet('invalidate between load and fill')
      }
    }
  }

  /** The store marks tags as invalidated. */
  tagsInvalidated(): void {
    if (this.#loads.size > 0) this.meet('tags invalidated during a load')
    for (const { operation, leg } of this.#commands) {
      if (operation === 'readMany') this.meet('tags invalidated during the store read')
      if (operation === 'promote') this.meet('tags invalidated during a promotion')
      if (operation === 'fill' && leg === 'request') this.meet('tags invalidated between load and fill')
    }
  }

  /** The invalidation of these by `cache` has resolved. */
  invalidationResolved(cache: string, ids: readonly string[]): void {
    for (const command of this.#commands) {
      const elsewhere = command.cache !== cache && command.operation === 'fill' && command.leg === 'reply'
      if (elsewhere && command.ids.some((id) => ids.includes(id)))
        this.meet('a fill executed, its reply unread, while an invalidation resolves elsewhere')
    }
  }
}
