/** A Clock that stands still until a test moves it. */
import type { Cancel, Clock } from '../src/time/clock.ts'

export interface ManualClock extends Clock {
  /**
   * Moves time forward by `ms` milliseconds, running the timers that fall due in the order of their times, each at its
   * own time. Before, between and after them, promises and turns of the event loop settle; a timer that one of them
   * sets is run too, if it is due. Rejects with what a timer throws.
   */
  advance(ms: number): Promise<void>
  /** What `random()` answers. Seeded to begin with; assign a function to decide it: `clock.draw = () => 0.5`. */
  draw: () => number
  /** How many timers are pending: 0 once everything has been cleaned up. */
  readonly timers: number
}

export interface ManualClockOptions {
  /** Where `now()` begins, in milliseconds since the epoch. Default: a fixed time in 2030. */
  readonly now?: number
  /** Of what `random()` draws; the same seed, the same draws. Default 1. */
  readonly seed?: number
}

interface Timer {
  readonly at: number
  readonly run: () => void
}

let clocks = 0

export function manualClock({ now = Date.UTC(2030, 0, 1), seed = 1 }: ManualClockOptions = {}): ManualClock {
  const clockNumber = (++clocks).toString(36).padStart(5, '0')
  const pending = new Set<Timer>()
  let elapsed = 0
  let deferred = 0
  let tokens = 0

  /** Turns of the event loop until nothing is deferred, and one more for what the last of it has set off. */
  async function settle(): Promise<void> {
    do await turn()
    while (deferred > 0)
    await turn()
  }

  const clock: ManualClock = {
    now: () => now + elapsed,
    monotonic: () => elapsed,

    after(ms, run): Cancel {
      const timer = { at: elapsed + ms, run }
      pending.add(timer)
      return () => void pending.delete(timer)
    },

    // Turns are not time: a real one passes, whatever the clock says.
    defer(run) {
      deferred++
      setImmediate(() => {
        deferred--
        run()
      })
    },

    random: () => clock.draw(),
    draw: seeded(seed),

    // The clock's number sets two clocks of one process apart.
    token: () => `c${clockNumber}-${String(++tokens).padStart(9, '0')}`,

    async advance(ms) {
      const end = elapsed + ms
      await settle()
      for (let timer = firstDue(pending, end); timer; timer = firstDue(pending, end)) {
        pending.delete(timer)
        elapsed = Math.max(elapsed, timer.at)
        timer.run()
        await settle()
      }
      // Not `= end`: a callback may have advanced this clock itself.
      elapsed = Math.max(elapsed, end)
    },

    get timers() {
      return pending.size
    },
  }
  return clock
}

/** Of timers due at the same time, the one set first. */
function firstDue(pending: Iterable<Timer>, end: number): Timer | undefined {
  let first: Timer | undefined
  for (const timer of pending) {
    if (timer.at <= end && (first === undefined || timer.at < first.at)) first = timer
  }
  return first
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
