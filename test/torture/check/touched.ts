/** What excuses that a key is loaded twice, or again too soon: faults, and what befell the key itself. */
import type { Called, Happening } from '../history.ts'
import type { Moment } from '../moment.ts'
import { Spans } from './spans.ts'

export class Touched {
  readonly #faults = new Spans()
  readonly #changes = new Map<string, Spans>()
  readonly #failures = new Map<string, Spans>()
  /** Changes that are not obeyed yet. */
  readonly #open = new Map<string, Called>()

  take(happening: Happening): void {
    switch (happening.kind) {
      case 'fault':
      case 'stall':
        this.#faults.add(happening.from, happening.to)
        break
      case 'store-out':
        this.#faults.add(happening.at, happening.at)
        break
      case 'called':
        this.#open.set(nameOf(happening), happening)
        break
      case 'obeyed':
        this.#open.delete(nameOf(happening))
        inMap(this.#changes, happening.id).add(happening.called, happening.at)
        break
      case 'refused-fill':
        inMap(this.#failures, happening.id).add(happening.at, happening.at)
        break
      case 'load':
        for (const id of happening.failed) inMap(this.#failures, id).add(happening.ended, happening.ended)
    }
  }

  /** No more will happen. */
  end(): void {
    for (const { id, called } of this.#open.values())
      inMap(this.#changes, id).add(called, Number.POSITIVE_INFINITY)
    this.#open.clear()
  }

  /** By what befell the fleet: a fault, a store that did not answer one of them, a process that was not run. */
  byFault(from: Moment, to: Moment): boolean {
    return this.#faults.touch(from, to)
  }

  /** By an invalidation or a prime. */
  byChange(id: string, from: Moment, to: Moment): boolean {
    return this.#changes.get(id)?.touch(from, to) ?? false
  }

  /** By a load that failed, or whose fill was refused. */
  byFailure(id: string, from: Moment, to: Moment): boolean {
    return this.#failures.get(id)?.touch(from, to) ?? false
  }
}

function nameOf({ by, id, called }: Pick<Called, 'by' | 'id' | 'called'>): string {
  return `${by} ${id} ${called}`
}

function inMap(map: Map<string, Spans>, id: string): Spans {
  const spans = map.get(id) ?? new Spans()
  map.set(id, spans)
  return spans
}
