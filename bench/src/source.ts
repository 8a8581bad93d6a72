/** What is read from behind the cache, and counts what it was asked for. */

export interface Source<V> {
  load(ids: readonly string[]): Promise<V[]>
  /** How often it was called, ever. */
  calls(): number
  /** The IDs that were loaded since this was last asked; one that was loaded twice is there twice. */
  takeLoaded(): readonly string[]
}

/** Of values that are made from their numbers. `turn` is awaited before each answer: how long the source takes. */
export function sourceOf<V>(make: (n: number) => V, turn?: () => Promise<unknown>): Source<V> {
  let calls = 0
  let loaded: string[] = []
  return {
    async load(ids) {
      calls++
      loaded.push(...ids)
      await turn?.()
      return ids.map((id) => make(Number(id)))
    },
    calls: () => calls,
    takeLoaded() {
      const taken = loaded
      loaded = []
      return taken
    },
  }
}
