/** The options of `createKeyv`, checked. */
import { type Load, type LoaderPolicy, namespacePrefix, OptionError, toMs } from '@larder/core'
import { checkOptions } from './check-options.ts'
import { DEFAULT_NAMESPACE, OPEN_OPTIONS, type OpenOptions } from './open-cache.ts'

type ValuePolicy<V> = Omit<LoaderPolicy<string, V>, 'scope' | 'unscoped' | 'legacy' | 'tags' | 'mode'>

/** Whether an option does anything without `load`. */
const NEEDS_LOAD: Record<keyof ValuePolicy<unknown>, boolean> = {
  ttl: false,
  missingTtl: false,
  jitter: false,
  version: false,
  upgrade: false,
  validate: false,
  maxValueBytes: false,
  codec: false,
  freeze: false,
  grace: true,
  early: true,
  timeout: true,
  waitTimeout: true,
  cooldown: true,
  holdAfterInvalidate: true,
  maxBatchSize: true,
  source: true,
}
const OF_POLICY = Object.keys(NEEDS_LOAD) as (keyof ValuePolicy<unknown>)[]

export interface CreateKeyvOptions<V> extends OpenOptions, ValuePolicy<V> {
  /**
   * Makes `get` and `getMany` read through: given the keys that are absent and a signal, it answers for each a value, `null`
   * or `undefined` (there is none), or an `Error`; aligned to the keys, or as a Map. Without it the options that concern
   * loads are refused.
   */
  readonly load?: Load<string, V, undefined> | undefined
  /**
   * What a plain Keyv with @keyv/redis has left in the same Redis: what its keys begin with there, before the key itself.
   * Such entries are read as the oldest version, written back as the current one, and deleted with their key and by `clear`.
   * Not on a Redis Cluster, and no beginning of the keys that Larder has in the namespace, `NAMESPACE:{`.
   */
  readonly legacy?: string | undefined
}

export interface ResolvedOptions<V> {
  readonly open: OpenOptions
  readonly policy: ValuePolicy<V>
  readonly load: Load<string, V, undefined> | undefined
  readonly legacy: string | undefined
}

/** @throws OptionError */
export function resolveValuesOptions<V>(options: CreateKeyvOptions<V>): ResolvedOptions<V> {
  const where = 'createKeyv'
  checkOptions(where, options, [...OPEN_OPTIONS, ...OF_POLICY, 'load', 'legacy'])
  const { load, legacy } = options
  if (load !== undefined && typeof load !== 'function')
    throw new OptionError(`${where}: load`, 'a function', load)
  const idle = OF_POLICY.find((option) => NEEDS_LOAD[option] && options[option] !== undefined)
  if (load === undefined && idle !== undefined) {
    const advice = 'Without load it would do nothing.'
    throw new OptionError(`${where}: ${idle}`, 'none, or load besides', options[idle], advice)
  }
  const { ttl } = options
  if (
    load === undefined &&
    ttl !== undefined &&
    typeof ttl !== 'function' &&
    toMs(`${where}: ttl`, ttl) === 0
  ) {
    const advice = 'Nothing that is set without a ttl would be kept. Leave it out, and it stays.'
    throw new OptionError(`${where}: ttl`, 'above 0 without load', ttl, advice)
  }
  if (legacy !== undefined) checkLegacy(`${where}: legacy`, legacy, options.namespace ?? DEFAULT_NAMESPACE)
  return { open: pick(options, OPEN_OPTIONS), policy: pick(options, OF_POLICY), load, legacy }
}

/** Larder's own keys in the namespace must not be among them: `clear` would delete those of other caches. */
function checkLegacy(where: string, legacy: unknown, namespace: unknown): void {
  if (typeof legacy !== 'string' || legacy === '') {
    const advice = 'It is what the keys of the older entries begin with, such as "shop::".'
    throw new OptionError(where, 'text of a character or more', legacy, advice)
  }
  // Another namespace is none, and refused as such.
  const own = namespacePrefix(String(namespace))
  if (!own.startsWith(legacy) && !legacy.startsWith(own)) return
  const advice = `Give what is kept now another namespace, or see what the older keys begin with: often "${namespace}::".`
  throw new OptionError(where, `no beginning of the keys in the namespace, ${own}…`, legacy, advice)
}

function pick<T extends object, K extends keyof T>(options: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, options[name]])) as Pick<T, K>
}
