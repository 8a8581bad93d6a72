/** The process whose memory is measured: nothing else happens in it. */

import { sampleHeap } from './heap-of-reads.ts'
import { measureNearEntry, type NearEntry } from './near-entry.ts'

export interface Memory {
  readonly nearEntry: NearEntry
  /** Bytes of heap, as reads go on: of hits in Redis, and of hits near. */
  readonly heaps: { readonly redis: readonly number[]; readonly near: readonly number[] }
}

const [url = '', reads] = process.argv.slice(2)
const memory: Memory = {
  nearEntry: await measureNearEntry(url),
  heaps: {
    redis: await sampleHeap(url, Number(reads), false),
    near: await sampleHeap(url, Number(reads), true),
  },
}
process.send?.(memory, () => process.disconnect())
