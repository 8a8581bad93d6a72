/** A second call of the source, for IDs in doubt: past the cache, and behind readers. */

import type { Engine } from '../loader/engine.ts'
import { Flight } from '../read/flights.ts'
import { isError } from '../source/answer.ts'
import { coolingDown } from '../source/cool-down.ts'
import { callLoad } from '../source/source.ts'
import { takeTurnBehind } from '../source/turns.ts'

interface Wanted<K> {
  readonly id: K
  readonly text: string
  readonly key: string
}

/**
 * At most `maxBatchSize` IDs, in one call. Aligned to them: what there is, `null` for what does not exist, and `undefined`
 * where the source has not answered. Never rejects.
 */
export async function loadAgain<K, V>(
  engine: Engine<K, V>,
  wanted: readonly Wanted<K>[],
): Promise<({ readonly value: V | null } | undefined)[]> {
  const none = wanted.map(() => undefined)
  if (wanted.some(({ key }) => coolingDown(engine, key) !== undefined)) return none
  const flights = wanted.map(({ id, text, key }) => {
    const lease = engine.space.leaseKey(text)
    return new Flight<K, V>({ id, text, key, seen: undefined }, lease, engine.storeTimeout, 0, true)
  })
  const turn = await takeTurnBehind(engine, flights)
  if (isError(turn)) return none
  const answers = await callLoad(engine, flights, { background: true, turn }).answers
  return answers.map((answer) => {
    if (answer === 'missing') return { value: null }
    return 'error' in answer ? undefined : answer
  })
}
