/** `invalidateAll` of a loader: all that it has bears a tag of the engine's own. */

import { allKey } from '../entry/key.ts'
import { OptionError } from '../errors/errors.ts'
import type { LoaderParts } from '../loader/engine.ts'

/**
 * @param key Of the marker. Default: that of all scopes.
 * @throws OptionError, InvalidationPendingError, InvalidationRefusedError, CacheClosedError
 */
export async function invalidateAll<K, V>(
  { name, namespace, policy, tags, lifecycle }: LoaderParts<K, V>,
  key = allKey(namespace, name),
): Promise<void> {
  lifecycle.checkOpen()
  const where = `Loader "${name}"`
  if (policy.tags === undefined)
    throw new OptionError(
      `${where}: invalidateAll`,
      'the option tags',
      undefined,
      'Without it no read asks what was invalidated. tags: () => [] will do.',
    )
  await tags.invalidate(where, [{ text: name, key, of: 'loader' }])
}
