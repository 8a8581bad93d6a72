/** Where a command reads and writes. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** A line, or several, of what was asked for. */
  out(text: string): void
  /** What went wrong, or has to be known besides. */
  complain(text: string): void
  /** Asks whoever sits there; `undefined` where nobody does. */
  readonly ask: ((question: string) => Promise<string>) | undefined
}
