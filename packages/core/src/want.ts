/** What a flight asks of the leases. */
import type { Engine } from './engine.ts'
import type { Flight } from './flights.ts'
import type { Acquire } from './store.ts'
import { countOld, oldKeys } from './versions.ts'

export function wantOf<K, V>(engine: Engine<K, V>, flight: Flight<K, V>, token: string): Acquire {
  const old = countOld(engine) > flight.skipped ? oldKeys(engine, flight.text).slice(flight.skipped) : []
  return {
    lease: flight.lease,
    keys: [flight.key, ...old],
    endsWithLegacy: engine.policy.legacy !== undefined && old.length > 0,
    token,
    seen: flight.seen,
    life: engine.policy.leaseLife,
  }
}
