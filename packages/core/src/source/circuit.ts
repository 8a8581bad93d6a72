/**
 * Stops asking what keeps failing. It opens when, of at least `minimum` calls in the last `over` ms, the share `failures`
 * has failed, or when there was no answer for `silence` ms; while it is open everyone is refused at once. After
 * `retryAfter` ms one call probes, alone: if it succeeds the circuit closes, else it stays open for as long again.
 *
 * After M. T. Nygard, "Release It!", Pragmatic Bookshelf, 2007.
 */
import type { Clock } from '../time/clock.ts'

export interface CircuitSettings {
  /** Above 0, up to 1. */
  readonly failures: number
  readonly over: number
  readonly minimum: number
  readonly retryAfter: number
  /**
   * It opens, too, when at least `minimum` calls in a row were waited for in vain, for longer than this in ms: what was well
   * under full load a moment ago would else take most of `over` to have failed half. Default: never.
   */
  readonly silence?: number
}

/** The window slides by a tenth of itself. */
const SLICES = 10

interface Slice {
  readonly at: number
  calls: number
  failed: number
}

/**
 * What became of a call that was admitted. `silent`: it failed, after it was waited for as long as can be. `unasked`: it
 * ended before it had asked what the circuit is for, and counts for nothing.
 */
export type Outcome = 'well' | 'failed' | 'silent' | 'unasked'
export type Settle = (outcome: Outcome) => void

export class Circuit {
  readonly #clock: Clock
  readonly #settings: CircuitSettings
  readonly #tell: (state: 'open' | 'closed') => void
  #slices: Slice[] = []
  /** While it is open: when the next probe may go. */
  #openUntil: number | undefined
  #isProbed = false
  /** Calls that were silent since one was well, and when the first of them had ended. */
  readonly #row = { silent: 0, since: 0 }
  /** Counts how often it has opened or closed: a call of an earlier time says nothing of now. */
  #era = 0

  /** @param tell Called when it opens, and when it closes again. */
  constructor(clock: Clock, settings: CircuitSettings, tell: (state: 'open' | 'closed') => void) {
    this.#clock = clock
    this.#settings = settings
    this.#tell = tell
  }

  /** Milliseconds for which nobody is admitted, as far as is known; `undefined` where somebody would be. */
  get refusesFor(): number | undefined {
    if (this.#openUntil === undefined) return undefined
    const left = this.#openUntil - this.#clock.monotonic()
    if (left > 0) return left
    return this.#isProbed ? this.#settings.retryAfter : undefined
  }

  /** From one probe to the next, in ms. */
  get retryAfter(): number {
    return this.#settings.retryAfter
  }

  /** It has opened, and not closed again. */
  get isOpen(): boolean {
    return this.#openUntil !== undefined
  }

  /** There are signs of life: the next call probes, without waiting for `retryAfter`. */
  retrySoon(): void {
    if (this.#openUntil !== undefined && !this.#isProbed) this.#openUntil = this.#clock.monotonic()
  }

  /** `undefined` where the call is refused; else what to tell of its outcome, once. */
  admit(): Settle | undefined {
    if (this.refusesFor !== undefined) return undefined
    const isProbe = this.#openUntil !== undefined
    if (isProbe) this.#isProbed = true
    const era = this.#era
    return (outcome) => {
      if (era !== this.#era) return
      if (outcome === 'unasked') {
        if (isProbe) this.#isProbed = false
      } else if (isProbe) this.#probed(outcome !== 'well')
      else this.#count(outcome)
    }
  }

  #probed(failed: boolean): void {
    if (failed) this.#open()
    else {
      this.#era++
      this.#isProbed = false
      this.#openUntil = undefined
      this.#slices = []
      this.#row.silent = 0
      this.#tell('closed')
    }
  }

  #count(outcome: Exclude<Outcome, 'unasked'>): void {
    const now = this.#clock.monotonic()
    const { over, minimum, failures, silence = Number.POSITIVE_INFINITY } = this.#settings
    this.#slices = this.#slices.filter(({ at }) => now - at < over)
    let slice = this.#slices.at(-1)
    if (slice === undefined || now - slice.at >= over / SLICES) {
      slice = { at: now, calls: 0, failed: 0 }
      this.#slices.push(slice)
    }
    slice.calls++
    if (outcome === 'well') {
      this.#row.silent = 0
      return
    }
    slice.failed++
    if (outcome === 'silent' && this.#row.silent++ === 0) this.#row.since = now
    const sum = (field: 'calls' | 'failed') => this.#slices.reduce((total, it) => total + it[field], 0)
    const isMost = sum('calls') >= minimum && sum('failed') >= failures * sum('calls')
    const isSilent = this.#row.silent >= minimum && now - this.#row.since > silence
    if (isMost || isSilent) this.#open()
  }

  #open(): void {
    if (this.#openUntil === undefined) this.#tell('open')
    this.#era++
    this.#isProbed = false
    this.#openUntil = this.#clock.monotonic() + this.#settings.retryAfter
  }
}
