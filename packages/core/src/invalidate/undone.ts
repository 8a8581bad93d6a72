/** Why a call did not do all that it was asked for. */

import {
  InvalidationPendingError,
  InvalidationRefusedError,
  type UndoneKind,
} from '../errors/invalidation-errors.ts'
import type { NotDelivered } from './invalidations.ts'

/**
 * Nothing retries what was refused, so that has to be told first.
 *
 * @param where Who asked.
 * @param asked For how many.
 */
export function errorOf(
  where: string,
  asked: number,
  failures: readonly NotDelivered[],
  kind: UndoneKind = 'key',
): Error | undefined {
  const [refused] = failures.filter(({ kept }) => !kept)
  const [pending] = failures
  if (pending === undefined) return undefined
  const undone = failures.filter(({ kept }) => refused === undefined || !kept).flatMap(({ ids }) => ids)
  const what = { where, undone, asked, kind }
  return refused === undefined
    ? new InvalidationPendingError(what, pending.cause)
    : new InvalidationRefusedError(what, refused.cause)
}
