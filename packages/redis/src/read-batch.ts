/** The reads of one tick, from whatever request they come, go out together: for each node by itself, each key once. */
import type { Stored } from '@larder/core'
import type { Node } from './nodes.ts'

type Fetch = (node: Node, keys: string[], left: number) => Promise<(string | null)[]>

interface Read {
  readonly keys: readonly string[]
  /** How long its answer is waited for, in ms. */
  readonly left: number
  resolve(answer: (Stored | undefined)[]): void
  reject(error: unknown): void
}

/**
 * @param fetch Called once for the reads of one node in one tick: of the same synchronous stretch and of the promises
 *   that settle after it. Its answer is aligned to its keys, `null` where there is nothing.
 */
export function batchReads(fetch: Fetch) {
  let reads = new Map<Node, Read[]>()

  function flush(): void {
    const batches = reads
    reads = new Map()
    for (const [node, batch] of batches) {
      const left = Math.max(...batch.map((read) => read.left))
      const fetchFrom = (keys: string[]) => fetch(node, keys, left)
      const answered = batch.length === 1 ? fetchOne(fetchFrom, batch[0] as Read) : fetchAll(fetchFrom, batch)
      answered.catch((error) => {
        for (const read of batch) read.reject(error)
      })
    }
  }

  return (node: Node, keys: readonly string[], left: number): Promise<(Stored | undefined)[]> => {
    return new Promise((resolve, reject) => {
      if (reads.size === 0) afterPromises(flush)
      const read = { keys: [...keys], left, resolve, reject }
      const batch = reads.get(node)
      if (batch === undefined) reads.set(node, [read])
      else batch.push(read)
    })
  }
}

/** Between a stretch and its promises Node runs what is due on the next tick; so that has to be asked for by a promise. */
function afterPromises(run: () => void): void {
  Promise.resolve().then(() => process.nextTick(run))
}

type FetchFrom = (keys: string[]) => Promise<(string | null)[]>

/** As it is, a key named twice included: to look for one would cost more than all the rest. */
async function fetchOne(fetch: FetchFrom, { keys, resolve }: Read): Promise<void> {
  const values: (string | null | undefined)[] = await fetch(keys as string[])
  for (let i = 0; i < values.length; i++) if (values[i] === null) values[i] = undefined
  resolve(values as (Stored | undefined)[])
}

async function fetchAll(fetch: FetchFrom, batch: readonly Read[]): Promise<void> {
  const indexes = new Map<string, number>()
  for (const { keys } of batch) {
    for (const key of keys) if (!indexes.has(key)) indexes.set(key, indexes.size)
  }
  const values = await fetch([...indexes.keys()])
  for (const { keys, resolve } of batch) {
    resolve(keys.map((key) => values[indexes.get(key) as number] ?? undefined))
  }
}
