/** The reads of one tick, from whatever request they come, go out together, each key once. */
import type { Stored } from '@larder/core'

type Fetch = (keys: string[]) => Promise<(string | null)[]>

interface Read {
  readonly keys: string[]
  resolve(answer: (Stored | undefined)[]): void
  reject(error: unknown): void
}

/**
 * @param fetch Called once for the reads of one tick: of the same synchronous stretch and of the promises that settle
 *   after it. Its answer is aligned to its keys, `null` where there is nothing.
 */
export function batchReads(fetch: Fetch): (keys: readonly string[]) => Promise<(Stored | undefined)[]> {
  let reads: Read[] = []

  function flush(): void {
    const batch = reads
    reads = []
    const answered = batch.length === 1 ? fetchOne(fetch, batch[0] as Read) : fetchAll(fetch, batch)
    answered.catch((error) => {
      for (const read of batch) read.reject(error)
    })
  }

  return (keys) => {
    if (keys.length === 0) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      if (reads.length === 0) afterPromises(flush)
      reads.push({ keys: [...keys], resolve, reject })
    })
  }
}

/** Between a stretch and its promises Node runs what is due on the next tick; so that has to be asked for by a promise. */
function afterPromises(run: () => void): void {
  Promise.resolve().then(() => process.nextTick(run))
}

/** As it is, a key named twice included: to look for one would cost more than all the rest. */
async function fetchOne(fetch: Fetch, { keys, resolve }: Read): Promise<void> {
  const values: (string | null | undefined)[] = await fetch(keys)
  for (let i = 0; i < values.length; i++) if (values[i] === null) values[i] = undefined
  resolve(values as (Stored | undefined)[])
}

async function fetchAll(fetch: Fetch, batch: readonly Read[]): Promise<void> {
  const indexes = new Map<string, number>()
  for (const { keys } of batch) {
    for (const key of keys) if (!indexes.has(key)) indexes.set(key, indexes.size)
  }
  const values = await fetch([...indexes.keys()])
  for (const { keys, resolve } of batch) {
    resolve(keys.map((key) => values[indexes.get(key) as number] ?? undefined))
  }
}
