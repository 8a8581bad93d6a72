/** An attempt to load keys under leases. */
import type { Flight } from '../read/flights.ts'
import type { Turn } from '../source/slots.ts'
import type { Acquired } from '../store/store.ts'

/** A flight whose lease was granted. */
export interface Granted<K, V> {
  readonly flight: Flight<K, V>
  readonly grant: Extract<Acquired, { kind: 'granted' }>
}

/** What the leases of one attempt have in common. */
export interface Attempt {
  readonly token: string
  /** On the monotonic clock: δ is measured from here to the fill. */
  readonly started: number
  /** No reader waits for it. */
  readonly background: boolean
  readonly turn: Turn
  /** For the lifetimes of all that is loaded, in [0, 1). `undefined`: each draws for itself. */
  readonly draw?: number | undefined
}
