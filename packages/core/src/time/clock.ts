/**
 * The Clock port: time, timers, turns and chance. Everything in the engine that waits, measures or draws goes through
 * it, so that a test can own all four (`manualClock` in `@larder/core/testing`).
 */
import { randomBytes } from 'node:crypto'

/** Stops a timer. Calling it again, or after the timer ran, does nothing. */
export type Cancel = () => void

export interface Clock {
  /** Milliseconds since the epoch. May jump; used only to say *when*, never *how long*. */
  now(): number
  /** Milliseconds from an arbitrary start that never run backwards: for durations and deadlines. */
  monotonic(): number
  /** Runs `run` after `ms` milliseconds. With `ref` the timer keeps the process alive: somebody awaits it. */
  after(ms: number, run: () => void, options: { readonly ref: boolean }): Cancel
  /** Runs `run` once the callbacks of this turn of the event loop are through. */
  defer(run: () => void): void
  /** Uniform in [0, 1). */
  random(): number
  /** A token that no other attempt in the fleet will ever bear: 16 characters of `A-Za-z0-9_-`. */
  token(): string
}

/** Node's timers hold 31 bits; a longer delay would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1

function after(ms: number, run: () => void, options: { readonly ref: boolean }): Cancel {
  let timer: NodeJS.Timeout
  const arm = (left: number): void => {
    const step = Math.min(left, LONGEST_TIMER)
    timer = setTimeout(() => (left > step ? arm(left - step) : run()), step)
    if (!options.ref) timer.unref()
  }
  arm(ms)
  return () => clearTimeout(timer)
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after,
  defer: (run) => void setImmediate(run),
  random: () => Math.random(),
  token: () => randomBytes(12).toString('base64url'),
}
