/**
 * A read in shadow mode: its readers are served from the source, as without a cache. Behind them a sample of its keys is
 * looked up as a read in mode `on` would: what is due is refreshed, what is absent is filled, under leases, and what is
 * there is compared with what the source has just answered.
 */

import type { Engine } from '../loader/engine.ts'
import type { ReadReport } from '../loader/report.ts'
import type { Answer } from '../read/read-answers.ts'
import { readUncached } from '../read/read-many.ts'
import { compare, type Witnessed } from './compare.ts'

/** @throws CacheClosedError */
export async function readShadowed<K, V>(
  engine: Engine<K, V>,
  ids: readonly K[],
  report: ReadReport | undefined,
): Promise<Answer<V>[]> {
  const { shadow, gate, lifecycle } = engine
  const since = new Map<string, number>()
  const witnessed: Witnessed<K, V>[] = []
  const answers = await readUncached(engine, ids, report, {
    begun: ({ ids, keys }) => {
      engine.hot?.note(engine, ids, keys)
      for (const key of keys) if (key !== undefined) since.set(key, gate.nowFor(key))
    },
    // What is not to be stored is in no cache.
    landed: ({ id, text, key }, result) => {
      if (result.error !== undefined || result.freshFor === 0 || !shadow.takes(key)) return
      witnessed.push({ id, text, key, served: result.served, since: since.get(key) as number })
    },
  })
  if (witnessed.length > 0 && !lifecycle.closed) lifecycle.background(compare(engine, witnessed))
  return answers
}
