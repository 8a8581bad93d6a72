import type { Clock, Store } from '@larder/core'

/**
 * A store without leases over a Map of texts, into which a test can put any text. It forgets nothing: that an entry's
 * life is over is for its reader to see.
 */
export function textStore(clock: Clock): Store & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    readMany: async (keys) => keys.map((key) => texts.get(key)),
    writeMany: async (writes) => {
      for (const { key, before, after, at = clock.now() } of writes) texts.set(key, before + at + after)
    },
    deleteMany: async (keys) => keys.map((key) => texts.delete(key)),
    now: clock.now,
    close: async () => {},
  }
}
