/** What `invalidateTags` was given, checked at the door. */

import { tagKey } from '../entry/key.ts'
import { OptionError } from '../errors/errors.ts'
import { kindOf } from '../errors/show.ts'
import type { Tagged } from './tag-invalidations.ts'

/**
 * Each once.
 *
 * @throws OptionError
 */
export function taggedBy(namespace: string, tags: readonly string[]): Tagged[] {
  if (!Array.isArray(tags)) throw new OptionError('invalidateTags', 'an array of tags', tags, '', kindOf)
  for (const [i, tag] of tags.entries())
    if (typeof tag !== 'string' || tag === '')
      throw new OptionError(`invalidateTags: tags[${i}]`, 'a non-empty string', tag, '', (it) =>
        it === '' ? 'an empty one' : kindOf(it),
      )
  return Array.from(new Set(tags), (tag) => ({ text: tag, key: tagKey(namespace, tag), of: 'tag' }))
}
