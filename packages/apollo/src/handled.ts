/** Promises in an answer, which nobody may ask for: that of a refresh goes to nobody, and a query asks for some fields. */
import { types } from 'node:util'

/** A list, its objects and their properties, each perhaps a list again. */
const LEVELS = 4

/** Their rejections end no process. Whoever awaits them hears of it all the same. */
export function handlePromises(answer: unknown, levels = LEVELS): void {
  if (typeof answer !== 'object' || answer === null || levels === 0) return
  if (types.isPromise(answer)) {
    answer.catch(() => {})
    return
  }
  if (Array.isArray(answer)) {
    for (const item of answer) handlePromises(item, levels - 1)
    return
  }
  // An accessor would run, for nothing.
  for (const { value } of Object.values(Object.getOwnPropertyDescriptors(answer)))
    handlePromises(value, levels - 1)
}
