import type { Fault, ManualClock } from '@larder/core/testing'

/** Takes so many milliseconds of the clock before it executes. */
export const slow =
  (clock: ManualClock, ms: number): Fault =>
  async (execute) => {
    await new Promise<void>((resolve) => clock.after(ms, resolve, { ref: true }))
    return execute()
  }
