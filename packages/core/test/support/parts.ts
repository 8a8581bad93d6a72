/** A store with less than it offers. */
import type { Store } from '@larder/core'

/** Every message of the bus is lost. */
export const withoutBus = ({ bus, ...store }: Store): Store => store

/** Every second message of the bus is lost. */
export const withLossyBus = ({ bus, ...store }: Store): Store => {
  let told = 0
  const hears = () => told++ % 2 === 0
  return bus === undefined
    ? store
    : { ...store, bus: { subscribe: (listener) => bus.subscribe((it) => hears() && listener(it)) } }
}

export const withoutLeases = ({ bus, leases, ...store }: Store): Store => store
