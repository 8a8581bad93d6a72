/** Stores that are parts of one: an ID or a tag that begins with a part's letter lies in that part, all else in the first. */
import type { Leases, Store } from '@larder/core'
import { idOf } from './scheduled-store.ts'

export function partedStore(parts: Readonly<Record<string, Store & { readonly leases?: Leases }>>): Store {
  const [first] = Object.keys(parts)
  const partOf = (key: string): string => {
    const letter = idOf(key).charAt(0)
    return letter in parts ? letter : (first as string)
  }
  const storeOf = (keys: readonly string[]): Store => {
    const names = new Set(keys.map(partOf))
    if (names.size !== 1) throw new TypeError(`expected keys of one part, they were of ${[...names]}`)
    return parts[[...names][0] as string] as Store
  }
  const through =
    <I extends { readonly lease: string }, R>(run: (leases: Leases, items: readonly I[]) => Promise<R>) =>
    async (items: readonly I[]): Promise<R> =>
      run(storeOf(items.map(({ lease }) => lease)).leases as Leases, items)

  return {
    partOf,
    readMany: async (keys) => storeOf(keys).readMany(keys),
    writeMany: async (writes) => storeOf(writes.map(({ key }) => key)).writeMany(writes),
    deleteMany: async (keys) => storeOf(keys).deleteMany(keys),
    now: (part = '') => (parts[part] as Store).now(),
    uncertainty: (part = '') => parts[part]?.uncertainty?.() ?? 0,
    leases: {
      acquire: through((leases, wants) => leases.acquire(wants)),
      fill: through((leases, fills) => leases.fill(fills)),
      fail: through((leases, failures) => leases.fail(failures)),
      release: through((leases, releases) => leases.release(releases)),
      promote: through((leases, promotions) => leases.promote(promotions)),
      invalidate: through((leases, targets) => leases.invalidate(targets)),
      prime: through((leases, primes) => leases.prime(primes)),
      expire: through((leases, targets) => leases.expire(targets)),
      mark: async (marks) => (storeOf(marks.map(({ key }) => key)).leases as Leases).mark(marks),
    },
    close: async () => void (await Promise.all(Object.values(parts).map((part) => part.close()))),
  }
}
