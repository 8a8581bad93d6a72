/**
 * What a Keyv does for many names at once. Where its adapter has no operation for that, it is done for each, side by
 * side: Keyv 6 would do one after the other, and `getMany` of Keyv 5 would take every failure for an absent key.
 */
import { adapterHas } from './adapter.ts'
import type { AnyKeyv, KeyvWrite } from './any-keyv.ts'

/** `undefined` or `null`: nothing. Without a value: something that the Keyv cannot read. */
export type Found = { readonly value?: unknown } | null | undefined

export interface Many {
  /** Aligned to the names, unless the adapter has answered in another shape. */
  get(names: string[]): Promise<unknown>
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
    get: adapterHas(keyv, 'getMany')
      ? async (names) => toFounds(await keyv.getMany(names))
      : (names) => allOf(names.map(getOne)),
    set: adapterHas(keyv, 'setMany')
      ? (entries) => keyv.setMany(entries)
      : (entries) => allOf(entries.map(({ key, value, ttl }) => keyv.set(key, value, ttl))),
    delete: adapterHas(keyv, 'deleteMany')
      ? (names) => keyv.deleteMany(names)
      : (names) => allOf(names.map(deleteOne)),
  }
}

/** Rejects only once all have settled: a write that is still under way could land behind the delete that comes next. */
async function allOf<T>(operations: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(operations)
  return Promise.all(operations)
}

function toFounds(answer: unknown): unknown {
  return Array.isArray(answer) ? Array.from(answer, toFound) : answer
}

function toFound(value: unknown): Found {
  return value === undefined || value === null ? undefined : { value }
}
