/** A server is to be started, and its program is not installed: the message says how to. */
export class MissingProgramError extends Error {
  override readonly name = 'MissingProgramError'
}
