/** A store with less than it offers. */
import type { Store } from '@larder/core'

/** Every message of the bus is lost. */
export const withoutBus = ({ bus, ...store }: Store): Store => store

export const withoutLeases = ({ bus, leases, ...store }: Store): Store => store
