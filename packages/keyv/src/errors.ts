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
