/** Holds calls at a point of a test's choice, until the test lets them pass: an order of events without sleeping. */
export interface Barrier {
  /** Resolves when the barrier is opened; at once where it is open. */
  pass(): Promise<void>
  /** Resolves when so many have arrived in all, those that have passed included. Default 1. */
  arrived(count?: number): Promise<void>
  /** How many are held now. */
  readonly waiting: number
  /** Lets pass all who wait, and all who come later. */
  open(): void
}

/** A closed barrier. */
export function barrier(): Barrier {
  let waiting: (() => void)[] = []
  let watchers: { readonly count: number; readonly resolve: () => void }[] = []
  let arrivals = 0
  let isOpen = false

  return {
    pass() {
      arrivals++
      for (const watcher of watchers) if (watcher.count <= arrivals) watcher.resolve()
      watchers = watchers.filter(({ count }) => count > arrivals)
      return isOpen ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
    },
    arrived(count = 1) {
      if (count <= arrivals) return Promise.resolve()
      return new Promise((resolve) => watchers.push({ count, resolve }))
    },
    get waiting() {
      return waiting.length
    },
    open() {
      isOpen = true
      for (const resolve of waiting) resolve()
      waiting = []
    },
  }
}
