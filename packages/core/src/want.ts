/** What a flight asks of the leases. */
import type { Engine } from './engine.ts'
import type { Flight } from './flights.ts'
import type { Acquire } from './store.ts'

export function wantOf<K, V>(
  { space, olderVersions, policy }: Engine<K, V>,
  flight: Flight<K, V>,
  token: string,
): Acquire {
  const older = olderVersions.slice(flight.skipped).map((version) => space.versionKey(flight.text, version))
  return {
    lease: flight.lease,
    keys: [flight.key, ...older],
    token,
    seen: flight.seen,
    life: policy.leaseLife,
  }
}
