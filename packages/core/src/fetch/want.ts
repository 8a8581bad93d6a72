/** What a flight asks of the leases. */
import type { Engine } from '../loader/engine.ts'
import type { Flight } from '../read/flights.ts'
import type { Acquire } from '../store/store.ts'
import { countOld, oldKeys } from '../versions/versions.ts'

/** The old keys that may still be of use, newest first. */
export function oldWanted<K, V>(engine: Engine<K, V>, { text, skipped }: Flight<K, V>): string[] {
  return countOld(engine) > skipped ? oldKeys(engine, text).slice(skipped) : []
}

export function wantOf<K, V>(engine: Engine<K, V>, flight: Flight<K, V>, token: string): Acquire {
  const old = oldWanted(engine, flight)
  return {
    lease: flight.lease,
    keys: [flight.key, ...old],
    endsWithLegacy: engine.policy.legacy !== undefined && old.length > 0,
    token,
    seen: flight.seen,
    life: engine.policy.leaseLife,
  }
}
