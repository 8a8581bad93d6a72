/** The lab cannot use a server that it was given. The message leaves the URL out, which may hold a password. */
export class ServerError extends Error {
  override readonly name = 'ServerError'
}
