/** What came, as errors tell it. */

/** What came, short, and without the content of strings that may be data. */
export function show(received: unknown): string {
  if (received === null || received === undefined) return String(received)
  if (typeof received === 'string')
    return received.length <= 40 ? JSON.stringify(received) : `a string of ${received.length}`
  if (typeof received === 'number' || typeof received === 'boolean') return String(received)
  if (typeof received === 'bigint') return `${received}n`
  if (Array.isArray(received)) return `an array of ${received.length}`
  if (typeof received === 'object') return `an object (${received.constructor?.name ?? 'null prototype'})`
  return `a ${typeof received}`
}

/** What came, where it may be a key or data: its kind, and nothing of its content. */
export function kindOf(received: unknown): string {
  return typeof received === 'object' || received === undefined ? show(received) : `a ${typeof received}`
}
