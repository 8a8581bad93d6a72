/** A store in this process's memory: for one process, for tests, and the reference for what every store does. */
import { LRUCache } from 'lru-cache'
import { isMarkerKey } from '../entry/key.ts'
import { OptionError } from '../errors/errors.ts'
import { type Clock, systemClock } from '../time/clock.ts'
import { bounded } from './bounded.ts'
import { inProcessLeases } from './in-process-leases.ts'
import { Markers } from './markers.ts'
import type { Store, Stored, Values } from './store.ts'

export interface MemoryStoreOptions {
  /** The most entries it keeps; beyond that the least recently used one goes. Default 10,000. */
  readonly max?: number
  /** Time. Default: the machine's. */
  readonly clock?: Clock
}

/** @throws OptionError on a `max` that is no whole number from 1. */
export function memoryStore({ max = 10_000, clock = systemClock }: MemoryStoreOptions = {}): Store {
  if (!Number.isSafeInteger(max) || max < 1)
    throw new OptionError('memoryStore: max', 'a whole number from 1', max)
  /** Above zero: a start of 0 means 'no ttl' to lru-cache. */
  const monotonic = () => clock.monotonic() + 1
  const texts = new LRUCache<string, Stored>({ ...bounded(max), ttlResolution: 0, perf: { now: monotonic } })
  /** Monotonic, so that a jump of the machine's clock ages nothing. */
  const epoch = clock.now() - monotonic()

  const markers = new Markers(monotonic)
  /** Markers must not go before the entries that bear their tags. */
  const placeOf = (key: string) => (isMarkerKey(key) ? markers : texts)

  const values: Values = {
    readMany: async (keys) => keys.map((key) => placeOf(key).get(key)),
    writeMany: async (writes) => {
      for (const { key, before, after, life, at = values.now() } of writes) {
        placeOf(key).set(key, before + Math.round(at) + after, { ttl: life })
      }
    },
    deleteMany: async (keys) => keys.map((key) => placeOf(key).delete(key)),
    now: () => epoch + monotonic(),
  }
  const { leases, bus, leaseKeys } = inProcessLeases(values, clock)
  return {
    ...values,
    leases,
    bus,
    async *scan(prefix) {
      for (const key of [...texts.keys(), ...markers.keys(), ...leaseKeys(prefix)])
        if (key.startsWith(prefix)) yield key
    },
    close: async () => {},
  }
}
