/** Stretches of time that concern some rows, or all of them. */
import type { Moment } from '../moment.ts'
import { Spans } from './spans.ts'

export class RowSpans {
  readonly #ofAll = new Spans()
  readonly #byId = new Map<string, Spans>()

  /** @param ids Without them, all. */
  add(ids: readonly string[] | undefined, from: Moment, to: Moment): void {
    if (ids === undefined) this.#ofAll.add(from, to)
    for (const id of ids ?? []) {
      const spans = this.#byId.get(id) ?? new Spans()
      this.#byId.set(id, spans)
      spans.add(from, to)
    }
  }

  touch(id: string, from: Moment, to: Moment): boolean {
    return this.#ofAll.touch(from, to) || this.#byId.get(id)?.touch(from, to) === true
  }
}
