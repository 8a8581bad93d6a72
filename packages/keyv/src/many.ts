/**
 * What a Keyv does for many names at once. Where its adapter has no operation for that, it is done for each, side by
 * side: Keyv 6 would do one after the other, and `getMany` of Keyv 5 would take every failure for an absent key.
 */
import type { AnyKeyv, KeyvWrite } from './any-keyv.ts'

/** `undefined` or `null`: nothing. Without a value: something that the Keyv cannot read. */
export type Found = { readonly value?: unknown } | null | undefined

export interface Many {
  /** Aligned to the names. */
  get(names: string[]): Promise<Found[]>
  /** What the Keyv answers: a boolean, an array of them, or nothing. */
  set(entries: KeyvWrite[]): Promise<unknown>
  /** The same. */
  delete(names: string[]): Promise<unknown>
  getOne(name: string): Promise<Found>
  deleteOne(name: string): Promise<unknown>
}

export function manyOf(keyv: AnyKeyv): Many {
  const getOne = async (name: string) => (await keyv.getRaw(name)) as Found
  const deleteOne = (name: string) => keyv.delete(name)
  return {
    getOne,
    deleteOne,
    get: hasOwn(keyv, 'getMany')
      ? async (names) => (await keyv.getMany(names)).map(toFound)
      : (names) => Promise.all(names.map(getOne)),
    set: hasOwn(keyv, 'setMany')
      ? (entries) => keyv.setMany(entries)
      : (entries) => Promise.all(entries.map(({ key, value, ttl }) => keyv.set(key, value, ttl))),
    delete: hasOwn(keyv, 'deleteMany')
      ? (names) => keyv.deleteMany(names)
      : (names) => Promise.all(names.map(deleteOne)),
  }
}

interface Adapter {
  readonly getMany?: unknown
  readonly setMany?: unknown
  readonly deleteMany?: unknown
  /** What Keyv 6 knows of an adapter, also of one that it has put another of its own around. */
  readonly capabilities?: {
    readonly methods?: { readonly [method: string]: { readonly exists: boolean } | undefined }
  }
}

function hasOwn({ store }: AnyKeyv, method: 'getMany' | 'setMany' | 'deleteMany'): boolean {
  const adapter = (store ?? {}) as Adapter
  return adapter.capabilities?.methods?.[method]?.exists ?? typeof adapter[method] === 'function'
}

function toFound(value: unknown): Found {
  return value === undefined || value === null ? undefined : { value }
}
