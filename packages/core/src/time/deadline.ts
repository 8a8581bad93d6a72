/** Ends the waiting for an operation, not the operation; and keeps the process alive for what is awaited. */

import { DeadlineError } from '../errors/errors.ts'
import type { Clock } from './clock.ts'

/**
 * Settles as `operation` does, or rejects with a `DeadlineError` after `ms` milliseconds.
 *
 * The rejection is deferred by a turn: where the event loop was busy past the deadline, answers that have already
 * arrived are read first, and a healthy store is not taken for a dead one. Without `ref`, for what nobody awaits, the
 * deadline keeps no process alive (law 11).
 */
export function withDeadline<T>(
  clock: Clock,
  ms: number,
  what: string,
  operation: Promise<T>,
  { ref = true } = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => clock.defer(() => reject(new DeadlineError(what, ms))), { ref })
    operation.then(
      (value) => {
        cancel()
        resolve(value)
      },
      (error) => {
        cancel()
        reject(error)
      },
    )
  })
}

const WEEKS = 2 ** 31 - 1

/** Keeps the process alive until `work` settles: for what somebody awaits, and what waits for the work of nobody. */
export function keepAwake<T>(clock: Clock, work: Promise<T>): Promise<T> {
  return work.finally(clock.after(WEEKS, () => {}, { ref: true }))
}
