/**
 * The store on Redis, for who gives a URL. The only place that knows `@larder/redis`, and loads it: so that who hands in a
 * store, or uses any other, needs it not.
 */
import type { Clock, Duration, Leases, Store } from '@larder/core'
import { RedisPackageError } from './errors.ts'
import { checkUrl } from './url.ts'

type Settings = { readonly timeout: Duration | undefined; readonly clock: Clock }
type Opened = Store & Required<Pick<Store, 'leases' | 'bus' | 'scan'>>

/** @throws OptionError on what is no URL of Redis. */
export function redisAtUrl(where: string, url: string, settings: Settings): Store {
  checkUrl(where, url)
  // Begun now, lest the first operation spend its time on it. It connects when it is first used.
  const loading = load(where)
  loading.catch(() => {}) // Told by who uses it.
  let opening: Promise<Opened> | undefined
  let opened: Opened | undefined

  function open(): Promise<Opened> {
    opening ??= loading.then(({ redisStore }) => {
      opened = redisStore(url, settings) as Opened
      return opened
    })
    return opening
  }

  const leases: Leases = {
    acquire: async (wants) => (await open()).leases.acquire(wants),
    fill: async (fills) => (await open()).leases.fill(fills),
    fail: async (failures) => (await open()).leases.fail(failures),
    release: async (releases) => (await open()).leases.release(releases),
    promote: async (promotions) => (await open()).leases.promote(promotions),
    invalidate: async (invalidations) => (await open()).leases.invalidate(invalidations),
    prime: async (primes) => (await open()).leases.prime(primes),
    expire: async (targets) => (await open()).leases.expire(targets),
    mark: async (marks) => (await open()).leases.mark(marks),
  }
  return {
    readMany: async (keys) => (await open()).readMany(keys),
    writeMany: async (writes) => (await open()).writeMany(writes),
    deleteMany: async (keys) => (await open()).deleteMany(keys),
    // Before there is a connection, the store itself has no better clock.
    now: () => (opened ?? settings.clock).now(),
    uncertainty: () => opened?.uncertainty?.() ?? Number.POSITIVE_INFINITY,
    async *scan(prefix) {
      yield* (await open()).scan(prefix)
    },
    leases,
    bus: {
      subscribe(listener) {
        let unsubscribe: (() => void) | undefined
        let isEnded = false
        open().then(
          ({ bus }) => {
            if (!isEnded) unsubscribe = bus.subscribe(listener)
          },
          (error) => {
            if (!isEnded) listener({ kind: 'gap', error })
          },
        )
        return () => {
          isEnded = true
          unsubscribe?.()
        }
      },
    },
    async close() {
      const store = await (opening ?? loading.then(() => undefined)).catch(() => undefined)
      await store?.close()
    },
  }
}

/** What it uses of the package. Its types need not be there either. */
interface RedisPackage {
  redisStore(url: string, settings: Settings): Store
}

function load(where: string): Promise<RedisPackage> {
  return import('@larder/redis').catch((cause) => {
    throw new RedisPackageError(where, cause)
  })
}
