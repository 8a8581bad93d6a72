import type { ManualClock } from '@larder/core/testing'
import type { Scheduler } from 'fast-check'

/** Milliseconds of the clock. */
const STEP = 50
const NEVER = 100_000

/**
 * Lets a schedule run until all of this work has ended and nothing moves any more. Beyond `perStep`, time passes only when nothing
 * else can happen. False if that goes on for ever.
 *
 * @param perStep Milliseconds that pass with each step of the schedule.
 */
export async function drive(
  scheduler: Scheduler,
  clock: ManualClock,
  work: readonly Promise<void>[],
  perStep = 0,
): Promise<boolean> {
  let ended = false
  void Promise.all(work).then(() => {
    ended = true
  })
  for (let idle = 0; idle < NEVER; ) {
    await clock.advance(idle > 0 ? STEP : perStep)
    if (scheduler.count() > 0) {
      await scheduler.waitOne()
      idle = 0
    } else if (ended && clock.timers === 0) return true
    else idle += STEP
  }
  return false
}
