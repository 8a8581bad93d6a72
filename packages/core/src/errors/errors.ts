/**
 * Every error that Larder makes. Each has a stable `code`, and a message that says what was expected, what came and
 * where (the loader, an option), never a key's value or a cached value.
 */
import { show } from './show.ts'

export class LarderError extends Error {
  /** Stable over releases; match on it, not on the message. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** An option, a name or an argument of the wrong kind. Thrown at once, by the call that was given it. */
export class OptionError extends LarderError {
  /** @param words Says what was received; `kindOf` where that may be data. */
  constructor(where: string, expected: string, received: unknown, advice = '', words = show) {
    super(
      'LARDER_OPTION',
      `${where}: expected ${expected}, received ${words(received)}.${advice && ` ${advice}`}`,
    )
  }
}

/** A key that cannot name anything: no string, number or bigint where there is no `key`, or `key`/`validate` threw. */
export class InvalidKeyError extends LarderError {
  constructor(loader: string, what: string, options?: ErrorOptions) {
    super('LARDER_KEY', `Loader "${loader}": ${what}`, options)
  }
}

/** A scope that could not be told apart from another (law 6). */
export class ScopeError extends LarderError {
  constructor(loader: string, what: string, options?: ErrorOptions) {
    super('LARDER_SCOPE', `Loader "${loader}": ${what}`, options)
  }
}

/** `load` answered in the wrong shape; nothing of the answer was used. */
export class BatchShapeError extends LarderError {
  constructor(loader: string, what: string) {
    super('LARDER_BATCH_SHAPE', `Loader "${loader}": ${what}`)
  }
}

/** `load` threw or rejected with something that is no Error; what it was is the `cause`. */
export class SourceError extends LarderError {
  constructor(loader: string, cause: unknown) {
    super('LARDER_SOURCE', `Loader "${loader}": load failed with something that is no Error; see cause.`, {
      cause,
    })
  }
}

/** `load` took longer than the loader's `timeout`. Its result will be discarded. */
export class SourceTimeoutError extends LarderError {
  constructor(loader: string, timeout: number) {
    super('LARDER_SOURCE_TIMEOUT', `Loader "${loader}": load took longer than its timeout of ${timeout} ms.`)
  }
}

/** The last load of this key failed, and the next may not begin before `retryAt`. */
export class CoolingDownError extends LarderError {
  /** Milliseconds since the epoch. */
  readonly retryAt: number

  constructor(loader: string, retryAt: number) {
    super(
      'LARDER_COOLING_DOWN',
      `Loader "${loader}": the last load of this key failed; it is tried again later.`,
    )
    this.retryAt = retryAt
  }
}

/** The source, or in causes the store, keeps failing, and is not asked before `retryAt`. */
export class CircuitOpenError extends LarderError {
  /** Milliseconds since the epoch. */
  readonly retryAt: number

  /** @param what What keeps failing, and for whom. */
  constructor(what: string, retryAt: number) {
    super('LARDER_CIRCUIT_OPEN', `${what} keeps failing; it is tried again later.`)
    this.retryAt = retryAt
  }
}

/** A load was not begun, since too many of its source are running. */
export class OverloadedError extends LarderError {
  /** @param why What there is too much of. */
  constructor(loader: string, source: string, why: keyof typeof OVERLOADS) {
    super(
      'LARDER_OVERLOADED',
      `Loader "${loader}": ${OVERLOADS[why].replace('SOURCE', () => `the source "${source}"`)}; this one was not begun.`,
    )
  }
}

const OVERLOADS = {
  queue: 'too many loads of SOURCE are waiting',
  patience: 'the loads of SOURCE that came before have taken too long',
  'all hang': 'all loads of SOURCE that may run at once have timed out and not ended',
}

/** The loader's `tags` threw, or answered no array of non-empty strings, for one value; which counts as not loaded. */
export class TagsError extends LarderError {
  constructor(loader: string, what: string, options?: ErrorOptions) {
    super('LARDER_TAGS', `Loader "${loader}": ${what}`, options)
  }
}

/** A value was to be primed that cannot be kept; `path` leads to the part that cannot. */
export class UnstorableValueError extends LarderError {
  readonly path: string

  /** @param why What cannot be kept, why, and what to do about it. */
  constructor(
    loader: string,
    why: { readonly path: string; readonly reason: string; readonly advice: string; readonly cause: unknown },
  ) {
    super(
      'LARDER_UNSTORABLE',
      `Loader "${loader}": the value cannot be stored, ${why.path} ${why.reason}. ${why.advice}`,
      { cause: why.cause },
    )
    this.path = why.path
  }
}

/** The store failed or did not answer in time. Reads go on without it; this error is found in events and causes. */
export class StoreError extends LarderError {
  constructor(operation: string, cause: unknown) {
    super('LARDER_STORE', `The store failed to ${operation}; see cause.`, { cause })
  }
}

/** An operation did not settle within its deadline. */
export class DeadlineError extends LarderError {
  constructor(what: string, ms: number) {
    super('LARDER_DEADLINE', `${what} did not settle within ${ms} ms.`)
  }
}

/** Under the key of an entry lies something that is no text. It counts as absent; found in events. */
export class ForeignEntryError extends LarderError {
  /** @param foreign What it is, in the store's words. */
  constructor(loader: string, foreign: string) {
    super(
      'LARDER_FOREIGN_ENTRY',
      `Loader "${loader}": expected text under the key of an entry, received a ${foreign}. It is overwritten by the next ` +
        'fill: see what else writes keys that begin with the namespace, and give one of the two another namespace.',
    )
  }
}

/** The cache was closed before the answer was there. */
export class CacheClosedError extends LarderError {
  constructor(namespace: string) {
    super('LARDER_CLOSED', `The cache "${namespace}" is closed.`)
  }
}
