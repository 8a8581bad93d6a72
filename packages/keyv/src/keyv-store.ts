import { type Clock, checkClock, type Store, systemClock } from '@larder/core'
import { canList } from './adapter.ts'
import type { AnyKeyv } from './any-keyv.ts'
import { checkOptions } from './check-options.ts'
import { deleteNames } from './delete.ts'
import { EmittedErrors } from './emitted-errors.ts'
import { KeyvFailedError } from './errors.ts'
import { lookInto } from './look.ts'
import { manyOf } from './many.ts'
import { namesIn } from './names.ts'
import { recogniseKeyv } from './recognise-keyv.ts'
import { scanKeys } from './scan.ts'

export interface KeyvStoreOptions {
  /** What stamps the entries. Default: the machine's. When an entry ends, Keyv decides, by the machine's clock. */
  readonly clock?: Clock | undefined
}

/**
 * Any Keyv as a store: over a Map, or whatever there is an adapter for. It has no leases, no bus, and no clock but this
 * process's: what the laws promise then holds per process, and processes had better have the same time.
 *
 * A read is one `getMany`, or what that does for an adapter without one: a call for each key, side by side. A write is one
 * `setMany`, each entry with its own ttl, whatever ttl the Keyv has by default. A delete reads first, which entries there
 * are, then is one `deleteMany`.
 *
 * @param keyv Keyv 5.6 or later, or Keyv 6, from any copy of the package. It stays open when the store is closed. Its
 *   serialization, compression and namespace hold. Do not change its namespace or adapter afterwards.
 * @throws OptionError on what is no Keyv; on one with `emitErrors: false` and no `throwOnErrors`; on one that sanitizes
 *   keys; and on unknown options. Operations reject with a `KeyvFailedError`.
 */
export function keyvStore(keyv: AnyKeyv, options: KeyvStoreOptions = {}): Store {
  const clock = resolveClock(options)
  const names = namesIn(recogniseKeyv(keyv))
  const errors = new EmittedErrors(keyv)
  const many = manyOf(keyv)
  const look = lookInto(many, errors, names.unused)

  return {
    async readMany(keys) {
      return askOnce(keys, async (unique) => {
        const found = await look(unique.map(names.of))
        return found.map((it) => (typeof it?.value === 'string' ? it.value : undefined))
      })
    },

    async writeMany(writes) {
      if (writes.length === 0) return
      const now = clock.now()
      // One row cannot be written twice in one statement, on some backends.
      const last = new Map(writes.map((write) => [write.key, write]))
      const entries = Array.from(last.values(), ({ key, before, after, life, at = now }) => ({
        key: names.of(key),
        value: before + Math.round(at) + after,
        ttl: life,
      }))
      const { answer, failure } = await errors.during(() => many.set(entries))
      // Some adapters of Keyv 5 answer nothing.
      const isRefused = answer === false || (Array.isArray(answer) && answer.includes(false))
      if (isRefused || failure !== undefined)
        throw new KeyvFailedError('writeMany', 'the Keyv could not write.', failure?.cause)
    },

    async deleteMany(keys) {
      return askOnce(keys, (unique) => deleteNames(many, errors, look, unique.map(names.of)))
    },

    now: () => clock.now(),

    ...(canList(keyv) && { scan: (prefix: string) => scanKeys(keyv, errors, names, prefix) }),

    async close() {
      errors.close()
    },
  }
}

/** Asks for each key once, and answers for all. */
async function askOnce<T>(keys: readonly string[], ask: (unique: string[]) => Promise<T[]>): Promise<T[]> {
  if (keys.length === 0) return []
  const unique = [...new Set(keys)]
  const answers = await ask(unique)
  if (unique.length === keys.length) return answers
  const byKey = new Map(unique.map((key, i) => [key, answers[i] as T]))
  return keys.map((key) => byKey.get(key) as T)
}

function resolveClock(options: KeyvStoreOptions): Clock {
  checkOptions('keyvStore', options, ['clock'])
  const { clock = systemClock } = options
  checkClock('keyvStore', clock)
  return clock
}
