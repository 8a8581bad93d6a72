/** Whether reads leave something behind: the heap, sampled as they go on. */
import { Dice } from '@larder/test/dice'
import { check } from '../products.ts'
import { type CachedProducts, openCached } from './cached-products.ts'
import { usedHeap } from './used.ts'

const KEYS = 10_000
const BATCH = 100
const SAMPLES = 20

/** Bytes after each twentieth of the reads. */
export async function sampleHeap(url: string, reads: number, hasNear: boolean): Promise<number[]> {
  const products = await openCached(url, KEYS, hasNear)
  const dice = new Dice(3)
  const samples: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (let batch = 0; batch < reads / SAMPLES / BATCH; batch++) await readBatch(products, dice)
    samples.push(await usedHeap())
  }
  await products.close()
  return samples
}

async function readBatch({ loader, ids }: CachedProducts, dice: Dice): Promise<void> {
  const wanted = Array.from({ length: BATCH }, () => dice.pick(ids))
  const found = await loader.loadMany(wanted)
  for (const [at, id] of wanted.entries()) check(Number(id), found[at])
}
