/** What is said of errors: kinds of them that somebody has written into code, and never what one of them says. */

import type { Events } from '@larder/core'

/** A constant such as ECONNREFUSED, P2002 or 23505. */
const CODE = /^[A-Z0-9_]{1,40}$/
const LARDERS = /^LARDER_[A-Z_]+$/
/** For what has no name, after the semantic conventions. */
const OTHER = '_OTHER'

/** The code of Larder's own errors; of others their class, since a `name` may be set to anything. */
export function errorType(error: unknown): string {
  const code = errorCode(error)
  if (code !== undefined && LARDERS.test(code)) return code
  const made: unknown = (error as { constructor?: { name?: unknown } } | null | undefined)?.constructor?.name
  return typeof made === 'string' && made !== '' ? made : OTHER
}

/** The error's `code`, if it is a constant. */
export function errorCode(error: unknown): string | undefined {
  const code: unknown = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' && CODE.test(code) ? code : undefined
}

/** Why a load has failed, if all of it has: for some of its IDs may have an error each. */
export function failureOf({ error, errors, ids, failed }: Events['load']): unknown {
  return error ?? (failed === ids.length ? errors?.[0] : undefined)
}
