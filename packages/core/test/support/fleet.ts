/** Processes that share a store and a source: each is a cache with one loader, and has faults of its own. */
import {
  createCache,
  type EventName,
  type Events,
  type LoaderOptions,
  memoryStore,
  type Store,
} from '@larder/core'
import { faultyStore, loaderSpy, manualClock } from '@larder/core/testing'

export interface Row {
  readonly id: string
  readonly n: number
}

interface ProcessOptions {
  /** What the process gets of the store. Default: all of it. */
  readonly store?: (store: Store) => Store
  readonly loader?: LoaderOptions<string, Row> & { readonly scope?: undefined; readonly unscoped?: undefined }
}

/** The milliseconds that one operation of the store is awaited. */
export const STORE_TIMEOUT = 250

export function fleet() {
  const clock = manualClock()
  const memory = memoryStore({ clock })
  const source = loaderSpy<string, Row>()
  /** What the source holds of this ID from now on. */
  const put = (id: string, n: number) => void source.rows.set(id, { id, n })

  function join({ store: part = (store) => store, loader = {} }: ProcessOptions = {}) {
    const store = faultyStore(part(memory))
    const cache = createCache({ namespace: 'shop', store, clock, storeTimeout: STORE_TIMEOUT })
    const rows = cache.loader('row', source.load, loader)
    /** The events of this name, from now on. */
    function events<N extends EventName>(name: N): Events[N][] {
      const heard: Events[N][] = []
      cache.on(name, (event) => void heard.push(event))
      return heard
    }
    return { cache, store, rows, events }
  }

  return { clock, memory, source, put, join }
}

/** The key under which a version of a row is stored. */
export function keyOf(id: string, version = 1): string {
  return `shop:{row//${id.replace(' ', '%20')}}:v${version}`
}

export function leaseOf(id: string): string {
  return `shop:{row//${id.replace(' ', '%20')}}:lease`
}
