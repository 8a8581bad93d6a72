/** Cache-aside in batches, by hand: what caches that read and write many, but do not load them, leave to who calls. */
import type { Opening } from './peer.ts'

interface Many<V> {
  /** `undefined` where there is nothing. */
  getMany(ids: readonly string[]): Promise<(V | null | undefined)[]>
  load: Opening<V>['load']
  setMany(entries: readonly (readonly [id: string, value: V | null])[]): Promise<unknown>
}

/** Answers when what was absent is written. */
export async function cacheAside<V>(
  ids: readonly string[],
  { getMany, load, setMany }: Many<V>,
): Promise<(V | null | undefined)[]> {
  const found = await getMany(ids)
  const absent = ids.filter((_, at) => found[at] === undefined)
  if (absent.length === 0) return found
  const loaded = await load(absent)
  await setMany(absent.map((id, at) => [id, loaded[at] ?? null]))
  let next = 0
  return found.map((value) => (value === undefined ? (loaded[next++] ?? null) : value))
}

/** One ID of the source, for caches that load one at a time. */
export async function loadOne<V>({ load }: Opening<V>, id: string): Promise<V | null> {
  const [value] = await load([id])
  return value ?? null
}
