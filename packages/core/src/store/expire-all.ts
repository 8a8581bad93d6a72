/** `expire` over a store that keeps texts and no more. */
import { expired } from '../entry/expire.ts'
import type { Values } from './store.ts'

/** What cannot be served stale is deleted. Says of each key whether there was anything. */
export async function expireAll(values: Values, keys: readonly string[]): Promise<boolean[]> {
  const there = await values.readMany(keys)
  const now = values.now()
  const writes = there.map((text) => text && expired(text, now))
  const gone = keys.filter((_, i) => there[i] !== undefined && writes[i] === undefined)
  await values.deleteMany(gone)
  await values.writeMany(keys.flatMap((key, i) => (writes[i] ? [{ key, ...writes[i] }] : [])))
  return there.map((text) => text !== undefined)
}
