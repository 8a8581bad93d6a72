/** What the rows that a read returns must not be older than, depending on when the read began. */
import type { Called } from '../history.ts'
import type { Moment } from '../moment.ts'

/** The youngest change that is to be obeyed. */
export type Obligation = Pick<Called, 'called' | 'number' | 'by'>

interface Step {
  readonly since: Moment
  readonly own: Obligation
  /** The youngest of this one and all before. */
  youngest: Obligation
}

export class Obligations {
  readonly #steps: Step[] = []

  /** Reads that begin after `since` obey this call. May be told in any order. */
  add(since: Moment, own: Obligation): void {
    const steps = this.#steps
    let at = steps.length
    while (at > 0 && (steps[at - 1] as Step).since > since) at--
    steps.splice(at, 0, { since, own, youngest: own })
    for (; at < steps.length; at++) {
      const step = steps[at] as Step
      const before = steps[at - 1]?.youngest
      step.youngest = before !== undefined && before.called > step.own.called ? before : step.own
    }
  }

  /** For a read that began at `moment`. */
  at(moment: Moment): Obligation | undefined {
    let low = 0
    let high = this.#steps.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#steps[middle] as Step).since < moment) low = middle + 1
      else high = middle
    }
    return this.#steps[low - 1]?.youngest
  }
}
