/** A store whose news the test delivers, loses or makes up. */
import type { Bus, BusMessage, Store } from '@larder/core'

export interface HeldBus extends Bus {
  /** What the store has told and nobody has heard yet. */
  readonly untold: BusMessage[]
  /** Tells all of it. */
  deliver(): void
  tell(message: BusMessage): void
  readonly listeners: number
}

export function heldBus(bus: Bus | undefined): HeldBus {
  const listeners = new Set<(message: BusMessage) => void>()
  const untold: BusMessage[] = []
  bus?.subscribe((message) => void untold.push(message))
  const tell = (message: BusMessage) => {
    for (const listener of listeners) listener(message)
  }
  return {
    untold,
    tell,
    deliver: () => untold.splice(0).forEach(tell),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get listeners() {
      return listeners.size
    },
  }
}

export function withBus(store: Store, bus: Bus): Store {
  return { ...store, bus }
}
