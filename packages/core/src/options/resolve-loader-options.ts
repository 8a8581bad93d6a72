/** The options of a loader, checked once, at the door: inside, everything is defined and in milliseconds. */

import type { Codec } from '../entry/codec.ts'
import { OptionError } from '../errors/errors.ts'
import { checkMode } from '../modes/mode.ts'
import { MOST_LIFE } from '../tags/marker.ts'
import { type Duration, toMs } from '../time/duration.ts'
import { checkLives } from './check-lives.ts'
import { checkNumber, checkOptional, checkRecord, isWhole } from './check-option.ts'
import type { LegacyOptions, LoaderPolicy } from './loader-options.ts'
import { resolveSource } from './resolve-source.ts'
import type { Policy } from './settings.ts'

const LOADER_OPTIONS = [
  ...['key', 'ttl', 'grace', 'missingTtl', 'jitter', 'early', 'version', 'upgrade', 'timeout', 'waitTimeout'],
  ...[
    'legacy',
    'cooldown',
    'holdAfterInvalidate',
    'maxBatchSize',
    'source',
    'scope',
    'unscoped',
    'validate',
    'maxValueBytes',
    'mode',
    'codec',
    'freeze',
    'tags',
  ],
]

export function resolveLoaderOptions<K, V>(
  name: string,
  options: object,
  storeTimeout: number,
): Policy<K, V> {
  const where = `Loader "${name}"`
  checkRecord(where, options, LOADER_OPTIONS)
  const given = options as LoaderPolicy<K, V, never, unknown> & { key?: (id: K) => unknown }
  const duration = (
    option: 'grace' | 'missingTtl' | 'timeout' | 'waitTimeout' | 'holdAfterInvalidate',
    fallback: Duration,
    positive = false,
  ) => toMs(`${where}: ${option}`, given[option] ?? fallback, { positive })

  for (const option of ['key', 'scope', 'validate', 'tags'] as const) {
    checkOptional(`${where}: ${option}`, given[option], 'a function', (value) => typeof value === 'function')
  }
  checkOptional(
    `${where}: unscoped`,
    given.unscoped,
    "'bypass', and a scope that can be undefined",
    (value) => value === 'bypass' && given.scope !== undefined,
  )
  checkOptional(`${where}: freeze`, given.freeze, 'true or false', (value) => typeof value === 'boolean')
  checkOptional(`${where}: codec`, given.codec, '{ encode, decode }', isCodec)

  const version = given.version ?? 1
  checkOptional(
    `${where}: version`,
    version,
    'a whole number from 1',
    (value) => Number.isSafeInteger(value) && version >= 1,
  )
  const timeout = duration('timeout', '3s', true)
  const leaseLife = timeout + 2 * storeTimeout
  const waitTimeout = duration('waitTimeout', Math.max(10_000, 2 * leaseLife), true)
  if (waitTimeout <= leaseLife) {
    throw new OptionError(
      `${where}: waitTimeout`,
      `more than ${leaseLife} ms`,
      waitTimeout,
      'It has to outlast a load: timeout + 2 × storeTimeout.',
    )
  }
  if (given.tags !== undefined) checkLives(where, given, leaseLife)
  return {
    key: given.key,
    ttl: resolveTtl(`${where}: ttl`, given.ttl ?? '60s'),
    grace: duration('grace', 0),
    missingTtl: duration('missingTtl', '30s'),
    tags: given.tags,
    mostLife: given.tags === undefined ? Number.POSITIVE_INFINITY : MOST_LIFE,
    jitter: checkNumber(
      `${where}: jitter`,
      given.jitter ?? 0.1,
      'a number from 0 up to, not including, 1',
      (value) => value >= 0 && value < 1,
    ),
    beta: resolveBeta(where, given.early),
    version,
    upgrade: resolveUpgrade(where, given.upgrade ?? {}, version),
    legacy: resolveLegacy(`${where}: legacy`, given),
    timeout,
    waitTimeout,
    leaseLife,
    cooldown: resolveCooldown(where, given.cooldown ?? {}),
    holdAfterInvalidate: duration('holdAfterInvalidate', 0),
    maxBatchSize: checkNumber(
      `${where}: maxBatchSize`,
      given.maxBatchSize ?? 500,
      'a whole number from 1',
      isWhole(1),
    ),
    source: resolveSource(name, given.source ?? {}),
    scope: given.scope,
    unscoped: given.unscoped,
    validate: given.validate,
    maxValueBytes: resolveMaxValueBytes(`${where}: maxValueBytes`, given.maxValueBytes ?? 1024 * 1024),
    mode: given.mode === undefined ? undefined : checkMode(`${where}: mode`, given.mode),
    codec: given.codec,
    freeze: given.freeze ?? true,
  }
}

function resolveMaxValueBytes(where: string, most: number): number {
  if (most === Number.POSITIVE_INFINITY) return most
  return checkNumber(where, most, 'a whole number from 1, or Infinity', isWhole(1))
}

function resolveTtl<V>(where: string, ttl: Duration | ((value: V) => Duration)): (value: V) => number {
  if (typeof ttl === 'function') return (value) => toMs(where, ttl(value), { isData: true })
  const fixed = toMs(where, ttl)
  return () => fixed
}

function resolveBeta(where: string, early: { readonly beta: number } | undefined): number {
  if (early === undefined) return 1
  checkRecord(`${where}: early`, early, ['beta'])
  return checkNumber(`${where}: early.beta`, early.beta, 'a number from 0', (value) => value >= 0)
}

function resolveCooldown(where: string, cooldown: NonNullable<LoaderPolicy<never, never>['cooldown']>) {
  checkRecord(`${where}: cooldown`, cooldown, ['base', 'cap'])
  const base = toMs(`${where}: cooldown.base`, cooldown.base ?? '100ms', { positive: true })
  const cap = toMs(`${where}: cooldown.cap`, cooldown.cap ?? Math.max(base, 30_000), { positive: true })
  if (cap < base) throw new OptionError(`${where}: cooldown.cap`, `at least the base, ${base} ms`, cap)
  return { base, cap }
}

function resolveUpgrade<V>(
  where: string,
  upgrade: object,
  version: number,
): ReadonlyMap<number, (old: unknown) => V> {
  checkRecord(`${where}: upgrade`, upgrade)
  const steps = Object.entries(upgrade).map(([from, convert]): [number, (old: unknown) => V] => {
    const known = Number.isSafeInteger(Number(from)) && Number(from) >= 1 && Number(from) < version
    if (!known)
      throw new OptionError(`${where}: upgrade`, `versions from 1 to ${version - 1} as its keys`, from)
    if (typeof convert !== 'function')
      throw new OptionError(`${where}: upgrade.${from}`, 'a function', convert)
    return [Number(from), convert]
  })
  return new Map(steps.sort(([a], [b]) => b - a))
}

function resolveLegacy(
  where: string,
  { legacy, scope }: Pick<LoaderPolicy<never, never, never, unknown>, 'legacy' | 'scope'>,
): LegacyOptions | undefined {
  if (legacy === undefined) return undefined
  if (scope !== undefined)
    throw new OptionError(where, 'none, with a scope', legacy, 'Its keys know nothing of the scope (law 6).')
  checkRecord(where, legacy, ['key', 'read'])
  for (const option of ['key', 'read'] as const)
    if (typeof legacy[option] !== 'function')
      throw new OptionError(`${where}.${option}`, 'a function', legacy[option])
  return legacy
}

function isCodec(value: unknown): boolean {
  const codec = value as Partial<Codec<unknown>> | null
  return typeof codec?.encode === 'function' && typeof codec.decode === 'function'
}
