/** What the near cache takes, and whether reads leave something behind. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import type { Memory } from '../memory/process.ts'
import type { Outcome } from '../outcome.ts'
import { larder, larderNear } from '../peers/larder.ts'
import type { Setting } from './task.ts'

/** A million in a full run. */
const READS_PER_ROUND = 40_000
const program = fileURLToPath(new URL('../memory/process.ts', import.meta.url))

export async function memory({ url, rounds }: Setting): Promise<Outcome> {
  const reads = rounds * READS_PER_ROUND
  const redis = new Redis(url)
  await redis.flushall()
  await redis.quit()
  const { nearEntry, heaps } = await measure(url, reads)
  return {
    task: 'memory',
    title: `The heap after collections, as ${reads.toLocaleString('en')} keys of 10,000 are read; and around 20,000 near entries.`,
    rows: [
      { name: larder.name, figures: figuresOf(heaps.redis) },
      {
        name: larderNear.name,
        figures: {
          ...figuresOf(heaps.near),
          'near-cache entry, bytes': nearEntry.inAll,
          'beyond its value, bytes': nearEntry.inAll - nearEntry.value,
        },
      },
    ],
  }
}

async function measure(url: string, reads: number): Promise<Memory> {
  const child = fork(program, [url, String(reads)], { execArgv: [...process.execArgv, '--expose-gc'] })
  const gone = once(child, 'exit')
  const told = once(child, 'message').then(([found]) => found as Memory)
  const found = await Promise.race([told, gone])
  if (!('nearEntry' in found))
    throw new Error(`Expected what the process measured; it ended with ${found[0]}.`)
  await gone
  return found
}

function figuresOf(heap: readonly number[]): Readonly<Record<string, number>> {
  const last = heap.at(-1) as number
  return { 'heap, last ÷ half way': last / (heap[heap.length / 2 - 1] as number), 'heap, MB': last / 1e6 }
}
