/** Hears from the server which products have a new price. */

export interface Listening {
  /** From now on nothing is missed. */
  opened(): void
  changed(productIds: readonly string[]): void
  /** From now on nothing is heard. */
  lost(): void
}

/** Returns what ends it. */
export function listen({ opened, changed, lost }: Listening): () => void {
  const source = new EventSource('/changes')
  source.onopen = opened
  source.addEventListener('changed', ({ data }) => changed(JSON.parse(data)))
  source.onerror = () => {
    // It would try again by itself after some errors, and not after others.
    source.close()
    lost()
  }
  return () => source.close()
}
