import { LarderError } from '@larder/core'

/** An operation of the Keyv failed, or a write or a delete was not done. What Keyv said of it, if anything, is the `cause`. */
export class KeyvFailedError extends LarderError {
  constructor(operation: 'readMany' | 'writeMany' | 'deleteMany' | 'scan', what: string, cause?: unknown) {
    super(
      'LARDER_KEYV',
      `keyvStore.${operation}: ${what} See the cause, and that the backend behind the Keyv is well.`,
      cause === undefined ? undefined : { cause },
    )
  }
}

/** What lies under the key of an entry is none, or not whole. It counts as absent. */
export class CorruptEntryError extends LarderError {
  constructor(loader: string) {
    super(
      'LARDER_KEYV_CORRUPT',
      `Loader "${loader}": expected an entry under its key, received what is none, or not whole. It counts as absent, and is ` +
        'overwritten: see what else writes keys that begin with the namespace.',
    )
  }
}

/** An older entry, found by `legacy`, is not in the form of a plain Keyv. It counts as absent. */
export class LegacyEntryError extends LarderError {
  constructor() {
    // What the parser says shows a part of the text.
    super(
      'LARDER_KEYV_LEGACY',
      'createKeyv: legacy: expected the JSON of a plain Keyv under an older key, received text that is none, or not whole. ' +
        'It counts as absent: see what else writes keys that begin so, and whether the older Keyv compresses.',
    )
  }
}

/** Deletes, or writes over older values, were never confirmed by the store, and are tried no longer: it may hold the older ones. */
export class DeliveryLostError extends LarderError {
  /** The keys concerned. */
  readonly ids: readonly string[]

  constructor(loader: string, ids: readonly string[]) {
    super(
      'LARDER_KEYV_LOST',
      `Loader "${loader}": the store has never confirmed that the older values of ${ids.length} ${ids.length === 1 ? 'key' : 'keys'} are gone, and is not ` +
        'asked any longer. Delete them again once it is back.',
    )
    this.ids = ids
  }
}

/** An adapter was given a `url`, and the package that knows Redis could not be loaded. Why not is the `cause`. */
export class RedisPackageError extends LarderError {
  constructor(where: string, cause: unknown) {
    super(
      'LARDER_KEYV_REDIS',
      `${where}: expected @larder/redis to be there, it could not be loaded. ` +
        'Install it together with ioredis, or hand in a store instead of a url. See the cause.',
      { cause },
    )
  }
}
