/** A store with less than it offers. */
import type { Store } from '@larder/core'

/** Every message of the bus is lost. */
export const withoutBus = ({ bus, ...store }: Store): Store => store

/** Of the messages of the bus each process loses every second one. */
export const withLossyBus = ({ bus, ...store }: Store): Store => ({
  ...store,
  ...(bus && {
    bus: {
      subscribe(listener) {
        let told = 0
        return bus.subscribe((message) => {
          if (told++ % 2 === 0) listener(message)
        })
      },
    },
  }),
})

export const withoutLeases = ({ bus, leases, ...store }: Store): Store => store
