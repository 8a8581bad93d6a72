/** Ends the waiting for an operation, not the operation. */
import type { Clock } from './clock.ts'
import { DeadlineError } from './errors.ts'

/**
 * Settles as `operation` does, or rejects with a `DeadlineError` after `ms` milliseconds.
 *
 * The rejection is deferred by a turn: where the event loop was busy past the deadline, answers that have already
 * arrived are read first, and a healthy store is not taken for a dead one.
 */
export function withDeadline<T>(clock: Clock, ms: number, what: string, operation: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => clock.defer(() => reject(new DeadlineError(what, ms))), {
      ref: true,
    })
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
