/** Answers that cannot be stored: the engine hands on the very object, live, which is for one request alone. */
import type { Call } from './call.ts'

/** Whose run has answered with it. What was stored is never found here: that is decoded, and so another object. */
const owners = new WeakMap<object, Call>()

/** To be called before the engine has it. */
export function note(answer: unknown, call: Call): void {
  if (isObject(answer)) owners.set(answer, call)
}

/** Whether it is as another call's run has answered it: a memo that one request puts there would reach the other. */
export function isOfAnother(answer: unknown, call: Call): boolean {
  if (!isObject(answer)) return false
  const owner = owners.get(answer)
  return owner !== undefined && owner !== call
}

function isObject(answer: unknown): answer is object {
  return (typeof answer === 'object' && answer !== null) || typeof answer === 'function'
}
