/** What becomes of invalidations that the store does not do at once. */
import { LarderError } from './errors.ts'

/**
 * The store has not confirmed an invalidation or a prime, or not that of every key. Those are tried on; until then this
 * process bypasses them.
 */
export class InvalidationPendingError extends LarderError {
  /** The IDs concerned, as the strings that the loader's `key` gives. The others of the call are done. */
  readonly ids: readonly string[]
  /** The tags concerned. The others of the call are done. */
  readonly tags: readonly string[]

  constructor(what: Undone, cause: unknown) {
    super(
      'LARDER_INVALIDATION_PENDING',
      `${what.where}: the store has not confirmed ${countOf(what)} yet. ` +
        'Delivery goes on; other processes may serve the older values until it is done.',
      { cause },
    )
    this.ids = textsOf(what, 'key')
    this.tags = textsOf(what, 'tag')
  }
}

/** Too many invalidations are undelivered already; these are not kept. The store may hold the older values still. */
export class InvalidationRefusedError extends LarderError {
  /** The IDs concerned, as the strings that the loader's `key` gives. The others of the call are done, or tried on. */
  readonly ids: readonly string[]
  /** The tags concerned. The others of the call are done, or tried on. */
  readonly tags: readonly string[]

  constructor(what: Undone, cause: unknown) {
    super(
      'LARDER_INVALIDATION_REFUSED',
      `${what.where}: the store has not confirmed ${countOf(what)}, and too many are waiting for it ` +
        'already. They are not retried: invalidate them again once the store is back.',
      { cause },
    )
    this.ids = textsOf(what, 'key')
    this.tags = textsOf(what, 'tag')
  }
}

/** `loader`: all that a loader has. */
export type UndoneKind = 'key' | 'tag' | 'loader'

/** Invalidations that were not done. */
interface Undone {
  /** Who asked for them. */
  readonly where: string
  /** What they are of, by name. */
  readonly undone: readonly string[]
  /** How many were asked for. */
  readonly asked: number
  readonly kind: UndoneKind
}

function countOf({ undone, asked, kind }: Undone): string {
  const some = undone.length === asked ? '' : `${undone.length} of `
  return `${some}${asked} invalidated ${kind}${asked === 1 ? '' : 's'}`
}

function textsOf({ undone, kind }: Undone, asked: UndoneKind): readonly string[] {
  return kind === asked ? undone : []
}
