/** The ways in which a call of something outside can go wrong. `faultyStore` and `loaderSpy` take them. */
import type { Barrier } from './barrier.ts'

/** Stands between a caller and what it calls; `execute` makes the call. */
export type Fault = <T>(execute: () => Promise<T>) => Promise<T>

/** Rejects; nothing is executed. */
export const fail = (error: unknown = new Error('failed by the test')): Fault => {
  return () => Promise.reject(error)
}

/** Never settles; nothing is executed. */
export const hang = (): Fault => () => new Promise(() => {})

/** Executes only once the barrier is open. */
export const hold = (barrier: Barrier): Fault => {
  return async (execute) => {
    await barrier.pass()
    return execute()
  }
}

/** Executes at once, and keeps the answer back until the barrier is open. */
export const holdReply = (barrier: Barrier): Fault => {
  return async (execute) => {
    const reply = await execute()
    await barrier.pass()
    return reply
  }
}

/** Executes, then rejects, as when a connection is lost between a command and its answer. */
export const dropReply = (error: unknown = new Error('reply dropped by the test')): Fault => {
  return async (execute) => {
    await execute()
    throw error
  }
}

/** `fault` for the first so many calls; those after it go through. */
export const times = (count: number, fault: Fault): Fault => {
  let left = count
  return (execute) => (left-- > 0 ? fault(execute) : execute())
}
