/** `invalidateTags`: whatever bears one of these tags, in all loaders of a cache. */

import type { Shared } from '../loader/engine.ts'
import { taggedBy } from './tagged-by.ts'

/** @throws OptionError, InvalidationPendingError, InvalidationRefusedError, CacheClosedError */
export async function invalidateTags(
  { namespace, tags, lifecycle }: Pick<Shared, 'namespace' | 'tags' | 'lifecycle'>,
  names: readonly string[],
): Promise<void> {
  lifecycle.checkOpen()
  await tags.invalidate('invalidateTags', taggedBy(namespace, names))
}
