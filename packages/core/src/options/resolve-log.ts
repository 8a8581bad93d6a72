/** The options `logger` and `redact` of a cache, checked at the door. */

import { OptionError } from '../errors/errors.ts'
import type { LogSettings } from '../log/log.ts'
import type { Logger } from '../log/logger.ts'
import type { CacheOptions } from './cache-options.ts'
import { checkOptional } from './check-option.ts'

/** @throws OptionError */
export function resolveLog(
  where: string,
  { logger, redact }: Pick<CacheOptions, 'logger' | 'redact'>,
): LogSettings | undefined {
  checkOptional(`${where}: logger`, logger, 'a logger, with warn and error, such as console', isLogger)
  checkOptional(`${where}: redact`, redact, 'a function', (it) => typeof it === 'function')
  if (logger !== undefined) return { logger, redact }
  if (redact !== undefined)
    throw new OptionError(
      `${where}: redact`,
      'none, without a logger',
      redact,
      'It concerns log lines alone.',
    )
  return undefined
}

function isLogger(value: unknown): boolean {
  const logger = value as Partial<Logger> | null
  return typeof logger?.warn === 'function' && typeof logger.error === 'function'
}
