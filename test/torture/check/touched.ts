/** What excuses that a key is loaded twice, or again too soon. */
import type { Called, Happening } from '../history.ts'
import type { Moment } from '../moment.ts'
import { TAG_SLACK } from '../settings.ts'
import { RowSpans } from './row-spans.ts'
import { Spans } from './spans.ts'

export class Touched {
  readonly #faults = new RowSpans()
  readonly #troubles = new Map<number, RowSpans>()
  readonly #changes = new Map<string, Spans>()
  /** Changes that are not obeyed yet. */
  readonly #open = new Map<string, Called>()

  take(happening: Happening): void {
    switch (happening.kind) {
      case 'fault':
        this.#faults.add(happening.ids, happening.from, happening.to)
        break
      case 'stall':
        this.#troublesOf(happening.by).add(happening.ids, happening.from, happening.to)
        break
      case 'store-out':
        this.#troublesOf(happening.by).add(happening.ids, happening.at, happening.at)
        break
      case 'called':
        this.#open.set(nameOf(happening), happening)
        break
      case 'obeyed':
        this.#open.delete(nameOf(happening))
        inMap(this.#changes, happening.id).add(happening.called, happening.at + slackOf(happening))
    }
  }

  /** No more will happen. */
  end(): void {
    for (const { id, called } of this.#open.values())
      inMap(this.#changes, id).add(called, Number.POSITIVE_INFINITY)
    this.#open.clear()
  }

  byFault(id: string, from: Moment, to: Moment): boolean {
    return this.#faults.touch(id, from, to)
  }

  /** By what befell one process: it was not run, or the row's part of the store did not answer it in time. */
  byTrouble(by: number, id: string, from: Moment, to: Moment): boolean {
    return this.#troubles.get(by)?.touch(id, from, to) ?? false
  }

  /** By an invalidation or a prime. */
  byChange(id: string, from: Moment, to: Moment): boolean {
    return this.#changes.get(id)?.touch(from, to) ?? false
  }

  /** What befalls the source befalls everyone. */
  #troublesOf(by: number | undefined): RowSpans {
    if (by === undefined) return this.#faults
    const troubles = this.#troubles.get(by) ?? new RowSpans()
    this.#troubles.set(by, troubles)
    return troubles
  }
}

function slackOf({ tag }: Pick<Called, 'tag'>): number {
  return tag === undefined ? 0 : TAG_SLACK
}

function nameOf({ by, id, called }: Pick<Called, 'by' | 'id' | 'called'>): string {
  return `${by} ${id} ${called}`
}

function inMap(map: Map<string, Spans>, key: string): Spans {
  const spans = map.get(key) ?? new Spans()
  map.set(key, spans)
  return spans
}
