/** Stretches of time, and whether any of them touches another. */
import type { Moment } from '../moment.ts'

export class Spans {
  #spans: { readonly from: Moment; to: Moment }[] = []
  #isMerged = true

  add(from: Moment, to: Moment): void {
    this.#spans.push({ from, to })
    this.#isMerged = false
  }

  touch(from: Moment, to: Moment): boolean {
    this.#merge()
    let low = 0
    let high = this.#spans.length
    // The first span that ends at or after `from`.
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#spans[middle] as { to: Moment }).to < from) low = middle + 1
      else high = middle
    }
    const span = this.#spans[low]
    return span !== undefined && span.from <= to
  }

  /** In order, and none that overlaps another: so both ends grow. */
  #merge(): void {
    if (this.#isMerged) return
    this.#isMerged = true
    const merged: { readonly from: Moment; to: Moment }[] = []
    for (const span of this.#spans.sort((a, b) => a.from - b.from)) {
      const last = merged.at(-1)
      if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to)
      else merged.push({ ...span })
    }
    this.#spans = merged
  }
}
