/** What the adapter behind a Keyv can do by itself. */
import type { AnyKeyv } from './any-keyv.ts'

type Method = 'getMany' | 'setMany' | 'deleteMany' | 'iterator'

type Adapter = { readonly [method in Method]?: unknown } & {
  /** Keyv 6 puts an adapter of its own around others, with all methods; this says which of them the inner one has. */
  readonly capabilities?: {
    readonly methods?: { readonly [method in Method]?: { readonly exists: boolean } }
  }
  /** The inner one. */
  readonly store?: { readonly entries?: unknown }
}

export function adapterHas(keyv: AnyKeyv, method: Method): boolean {
  const adapter = adapterOf(keyv)
  return adapter.capabilities?.methods?.[method]?.exists ?? typeof adapter[method] === 'function'
}

/** Keyv 5 has an iterator only where there is something to list; Keyv 6 always, and lists what is like a Map by itself. */
export function canList(keyv: AnyKeyv): keyv is AnyKeyv & Required<Pick<AnyKeyv, 'iterator'>> {
  if (typeof keyv.iterator !== 'function') return false
  const { capabilities, store } = adapterOf(keyv)
  return capabilities === undefined || adapterHas(keyv, 'iterator') || typeof store?.entries === 'function'
}

function adapterOf({ store }: AnyKeyv): Adapter {
  return (store ?? {}) as Adapter
}
