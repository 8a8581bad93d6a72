/** How long entries of a loader with `tags` may live. */

import { OptionError } from '../errors/errors.ts'
import { MOST_LEASE, MOST_LIFE } from '../tags/marker.ts'
import { toMs } from '../time/duration.ts'
import type { LoaderPolicy } from './loader-options.ts'

/**
 * A marker has to outlive whatever bears its tag.
 *
 * @throws OptionError
 */
export function checkLives(
  where: string,
  given: Pick<LoaderPolicy<never, never>, 'ttl' | 'grace' | 'missingTtl'>,
  leaseLife: number,
): void {
  const { ttl = '60s', grace = 0, missingTtl = '30s' } = given
  const fixed = typeof ttl === 'function' ? 0 : toMs(`${where}: ttl`, ttl)
  const checks = [
    ['ttl and grace', fixed + toMs(`${where}: grace`, grace), MOST_LIFE],
    ['missingTtl', toMs(`${where}: missingTtl`, missingTtl), MOST_LIFE],
    ['timeout', leaseLife, MOST_LEASE],
  ] as const
  for (const [option, ms, most] of checks) {
    if (ms > most)
      throw new OptionError(
        `${where}: ${option}`,
        `at most ${most} ms together, with tags`,
        ms,
        'The marker of an invalidated tag is kept for 8 days.',
      )
  }
}
