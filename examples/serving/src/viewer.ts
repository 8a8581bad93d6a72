import type { Viewer } from './shop.ts'

/** Who asks, as a header says it. Yours checks a token, in life. */
export function viewerOf(userId: unknown): Viewer {
  return typeof userId === 'string' ? { userId } : {}
}
