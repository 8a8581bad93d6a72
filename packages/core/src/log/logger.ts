/** Where log lines go, and how what is no name of ours is written in one. */

/** `console`, a pino or winston logger, or the like. Each is given one line of text. */
export interface Logger {
  /** What Larder does without: the store out, a circuit open, an entry that is corrupt. */
  warn(line: string): void
  /** What needs somebody: a lost invalidation, a mismatch. */
  error(line: string): void
}

/** Shows an ID in a log line. */
export type Redact = (loader: string, id: string) => string

/** Characters of an ID or a path that are shown. */
const LONGEST = 100

/** In quotes, and so that it cannot end the line or drive a terminal. */
export function quoted(text: string): string {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return JSON.stringify(shown).replace(/[\p{Cc}\u2028\u2029]/gu, (it) => {
    return `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
