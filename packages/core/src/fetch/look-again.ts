/** Before flights wait for a turn, and while they do: a look whether what they want is there, in an older version too. */
import type { Engine } from '../loader/engine.ts'
import type { Flight } from '../read/flights.ts'
import { ignore } from '../store/store-guard.ts'
import { countOld } from '../versions/versions.ts'
import { landFound } from './found.ts'
import { oldWanted } from './want.ts'

/** One command to each part of the store. Answers those that are still open. */
export async function lookAgain<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
): Promise<readonly Flight<K, V>[]> {
  const groups = engine.gate.parts.group(flights, ({ lease }) => lease)
  return (await Promise.all(groups.map((group) => lookInPart(engine, group)))).flat()
}

/** May there be more than the read that the flight comes from has seen? */
export function isWorthALook<K, V>(engine: Engine<K, V>, { hasWaited, skipped }: Flight<K, V>): boolean {
  return hasWaited || skipped < countOld(engine)
}

async function lookInPart<K, V>(
  engine: Engine<K, V>,
  flights: readonly Flight<K, V>[],
): Promise<readonly Flight<K, V>[]> {
  const { gate, counter, invalidations } = engine
  const number = counter.next()
  const barred = flights.map(({ key }) => invalidations.bars(key))
  const keys = flights.map((flight) => [flight.key, ...oldWanted(engine, flight)])
  const part = gate.parts.of((flights[0] as Flight<K, V>).key)
  const stored = await gate.readMany(part, keys.flat()).catch(ignore)
  if (stored === undefined) return flights
  let next = 0
  const isFound = flights.map((flight, i) => {
    const from = next
    next += (keys[i] as string[]).length
    const its = stored.slice(from, next)
    if (barred[i] && its.some((text) => text !== undefined)) flight.detached = true
    return landFirst(engine, flight, its, barred[i] ? 0 : number)
  })
  const found = await Promise.all(isFound)
  return flights.filter((_, i) => !found[i])
}

/** With the first that is of use: the current version's entry, then older ones, newest first. */
async function landFirst<K, V>(
  engine: Engine<K, V>,
  flight: Flight<K, V>,
  stored: readonly (string | undefined)[],
  number: number,
): Promise<boolean> {
  const before = flight.skipped
  for (const [at, text] of stored.entries()) {
    if (text === undefined) continue
    const index = at === 0 ? 0 : at - (flight.skipped - before)
    const outcome = await landFound(engine, flight, { kind: 'found', stored: text, index }, number)
    if (outcome !== 'useless') return outcome === 'landed'
  }
  return false
}
