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
