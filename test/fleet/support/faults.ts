/** Faults for what a store answers, besides those of `@larder/core/testing`. */
import type { Acquired } from '@larder/core'
import type { Barrier, Fault } from '@larder/core/testing'

/** Executes, and never answers. */
export const loseReply: Fault = async (execute) => {
  await execute()
  return new Promise(() => {})
}

/** Keeps back the answers of `acquire` that are of a kind; the others go through. */
export const holdAnswer = (kind: Acquired['kind'], barrier: Barrier): Fault => {
  return async (execute) => {
    const reply = await execute()
    if ((reply as readonly Acquired[]).some((answer) => answer.kind === kind)) await barrier.pass()
    return reply
  }
}
