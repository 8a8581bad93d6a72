/** The catalogue cannot start as it was asked to: its message is for whoever asked, and needs no stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
