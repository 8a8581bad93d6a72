/** The options of a cache, checked once, at the door: inside, everything is defined and in milliseconds. */

import { OptionError } from '../errors/errors.ts'
import { checkMode } from '../modes/mode.ts'
import { memoryStore } from '../store/memory-store.ts'
import { systemClock } from '../time/clock.ts'
import { toMs } from '../time/duration.ts'
import type { CacheOptions, HotOptions, NearOptions } from './cache-options.ts'
import { checkClock, checkName, checkNumber, checkOptional, checkRecord } from './check-option.ts'
import { resolveLog } from './resolve-log.ts'
import { resolveShadow } from './resolve-shadow.ts'
import type { CacheSettings, NearSettings } from './settings.ts'

const CACHE_OPTIONS = [
  ...['namespace', 'store', 'near', 'hot', 'mode', 'shadow', 'logger', 'redact'],
  ...['storeTimeout', 'waitUntil', 'clock'],
]

export function resolveCacheOptions(options: CacheOptions): CacheSettings {
  const where = 'createCache'
  checkRecord(where, options, CACHE_OPTIONS)
  const { namespace, clock = systemClock } = options
  checkName(`${where}: namespace`, namespace)
  checkClock(where, clock)
  const store = options.store ?? memoryStore({ clock })
  const methods = ['readMany', 'writeMany', 'deleteMany', 'now', 'close'] as const
  if (!methods.every((method) => typeof store?.[method] === 'function'))
    throw new OptionError(`${where}: store`, `a Store, with ${methods.join(', ')}`, store)
  const { waitUntil } = options
  checkOptional(`${where}: waitUntil`, waitUntil, 'a function', (value) => typeof value === 'function')
  return {
    namespace,
    store,
    clock,
    near: options.near === undefined ? undefined : resolveNear(`${where}: near`, options.near),
    hot: options.hot === undefined ? undefined : resolveHot(`${where}: hot`, options.hot),
    log: resolveLog(where, options),
    mode: checkMode(`${where}: mode`, options.mode ?? 'on'),
    shadow: resolveShadow(`${where}: shadow`, options.shadow ?? {}),
    storeTimeout: toMs(`${where}: storeTimeout`, options.storeTimeout ?? 250, { positive: true }),
    waitUntil,
  }
}

function resolveNear(where: string, near: NearOptions): NearSettings {
  checkRecord(where, near, ['max', 'maxBytes', 'ttl'])
  const { max = 10_000, maxBytes = 64 * 1024 * 1024, ttl = '2s' } = near
  const whole = (option: string, value: unknown, least: number) =>
    checkNumber(
      `${where}.${option}`,
      value,
      `a whole number from ${least}`,
      (it) => Number.isSafeInteger(it) && it >= least,
    )
  return {
    max: whole('max', max, 10),
    maxBytes: whole('maxBytes', maxBytes, 10_000),
    ttl: toMs(`${where}.ttl`, ttl, { positive: true }),
  }
}

function resolveHot(where: string, hot: HotOptions): { readonly keys: number } {
  checkRecord(where, hot, ['keys'])
  const { keys = 1_000 } = hot
  const isBounded = (it: number) => Number.isSafeInteger(it) && it >= 1 && it <= 10_000
  return { keys: checkNumber(`${where}.keys`, keys, 'a whole number from 1 to 10,000', isBounded) }
}
