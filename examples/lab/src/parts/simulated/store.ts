/** A store in this process's memory, which can be frozen as a server can. */
import { memoryStore } from '@larder/core'
import { type Barrier, barrier, faultyStore, hold } from '@larder/core/testing'
import { type LabStore, NAMESPACE } from '../store.ts'

interface Text {
  readonly text: string
  readonly ends: number
}

export function simulateStore(): LabStore {
  const texts = new Map<string, Text>()
  const ofLarder = faultyStore(memoryStore())
  let frozen: Barrier | undefined

  /** As one that is sent to a server: nothing is answered in the same turn. */
  async function command<T>(execute: () => T): Promise<T> {
    await frozen?.pass()
    return execute()
  }

  return {
    plain: {
      get: (key) =>
        command(() => {
          const found = texts.get(key)
          return found !== undefined && found.ends > performance.now() ? found.text : null
        }),
      set: (key, text, ttl) => command(() => void texts.set(key, { text, ends: performance.now() + ttl })),
      delete: (key) => command(() => void texts.delete(key)),
    },
    forLarder: () => ofLarder,
    async clear() {
      texts.clear()
      for await (const key of ofLarder.scan?.(`${NAMESPACE}:`) ?? []) await ofLarder.deleteMany([key])
    },
    freeze(freezes) {
      if (freezes) {
        frozen = barrier()
        ofLarder.injectEverywhere(hold(frozen))
      } else {
        frozen?.open()
        frozen = undefined
        ofLarder.heal()
      }
    },
    async close() {
      frozen?.open()
    },
  }
}
