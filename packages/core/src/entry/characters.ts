/** Text read character by character, on the hot path: an entry's header. */

export interface Cursor {
  readonly text: string
  at: number
}

/**
 * Looked up once. A class that extends String, and ioredis has one, costs every method call on a string in the process its
 * inline cache: read as `text.charCodeAt(at)`, a header takes three times as long (decision 21).
 */
const { charCodeAt } = String.prototype
const COMMA = ','.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)
export const NEWLINE = '\n'.charCodeAt(0)

/** NaN where the text has ended. */
export function codeAt(text: string, at: number): number {
  return charCodeAt.call(text, at)
}

export function beginsWith(text: string, beginning: string): boolean {
  for (let i = 0; i < beginning.length; i++) if (codeAt(text, i) !== codeAt(beginning, i)) return false
  return true
}

/** The digits up to the next comma, which it passes. NaN for anything else: no comparison with it holds. */
export function readNumber(cursor: Cursor): number {
  let value = 0
  const start = cursor.at
  for (;;) {
    const code = codeAt(cursor.text, cursor.at++)
    if (code === COMMA) return cursor.at === start + 1 ? Number.NaN : value
    const digit = code - ZERO
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    value = value * 10 + digit
  }
}
