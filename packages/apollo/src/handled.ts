/** Promises in an answer, which nobody may ask for: that of a refresh goes to nobody, and a query asks for some fields. */
import { types } from 'node:util'

/** How deep instances of classes are looked into, within one another: such may lead to all that there is, say by a connection. */
const INSTANCES = 4

/** Their rejections end no process. Whoever awaits them hears of it all the same. */
export function handlePromises(answer: unknown): void {
  const seen = new Set<object>()
  const found: { readonly part: object; readonly instances: number }[] = []
  const find = (part: unknown, instances: number) => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    found.push({ part, instances })
  }
  find(answer, 0)
  // Grows on the way.
  for (const { part, instances } of found) {
    if (types.isPromise(part)) {
      part.catch(() => {})
      continue
    }
    const within = isPlain(part) ? instances : instances + 1
    if (within <= INSTANCES) for (const value of valuesOf(part)) find(value, within)
  }
}

function isPlain(part: object): boolean {
  if (Array.isArray(part)) return true
  const prototype = Object.getPrototypeOf(part)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Of an accessor nothing: it would run, for nothing. */
function valuesOf(part: object): Iterable<unknown> {
  if (Array.isArray(part)) return part
  if (ArrayBuffer.isView(part)) return []
  return Object.values(Object.getOwnPropertyDescriptors(part)).map(({ value }) => value as unknown)
}
