/** Before a flight that has waited for a lease waits for a turn, too: a look whether what it waits for is there by now. */
import type { Engine } from './engine.ts'
import type { Flight } from './flights.ts'
import { landFound } from './found.ts'
import { land } from './landing.ts'
import { ignore } from './store-guard.ts'
import { isRefused } from './turns.ts'

/** Costs nothing where a turn can be had at once. Answers those that are still open. */
export async function lookAgain<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
): Promise<readonly Flight<K, V>[]> {
  const { gate, source, counter, invalidations } = engine
  if (!flights.some(({ hasWaited }) => hasWaited)) return flights
  if (!source.slots.isFull && !isRefused(source)) return flights
  const number = counter.next()
  const looks = gate.parts
    .group(flights, ({ lease }) => lease)
    .map(async (group) => {
      const barred = group.map(({ key }) => invalidations.bars(key))
      const part = gate.parts.of((group[0] as Flight<K, V>).lease)
      const keys = group.map(({ key }) => key)
      const stored = (await gate.readMany(part, keys).catch(ignore)) ?? []
      return group.filter((flight, i) => {
        const text = stored[i]
        if (text === undefined) return true
        if (barred[i]) flight.detached = true
        if (!landFound(engine, flight, { kind: 'found', stored: text, index: 0 }, barred[i] ? 0 : number))
          return true
        land(engine, flight)
        return false
      })
    })
  return (await Promise.all(looks)).flat()
}
