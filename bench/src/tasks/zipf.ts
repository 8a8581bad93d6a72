/** 64 requests at once, each 100 keys drawn from 1,000 by Zipf's law (exponent 1): as hot keys are in life. */
import { Dice } from '@larder/test/dice'
import { compare } from '../compare.ts'
import { fill, openAll } from '../opened.ts'
import type { Outcome } from '../outcome.ts'
import { peers } from '../peers/index.ts'
import { larder, larderThroughDataLoader, larderUnfrozen } from '../peers/larder.ts'
import { raw } from '../peers/raw.ts'
import { check, product } from '../products.ts'
import { type Check, timeRounds } from '../rounds.ts'
import { sourceOf } from '../source.ts'
import { checkNothingLoaded } from './batches-of-hits.ts'
import type { Setting } from './task.ts'

const KEYS = 1_000
const REQUESTS = 64
const KEYS_PER_REQUEST = 100

export async function zipf64({ url, rounds }: Setting): Promise<Outcome> {
  const ids = Array.from({ length: KEYS }, (_, n) => String(n))
  const draw = zipf(KEYS)
  const requests = Array.from({ length: REQUESTS }, () => distinct(draw, KEYS_PER_REQUEST))
  const wanted = [raw, larder, larderUnfrozen, larderThroughDataLoader, ...peers]
  const { opened, close } = await openAll(wanted, url, () => sourceOf(product))
  try {
    for (const each of opened) await fill(each, ids)
    const contestants = opened.map((each) => ({
      name: each.name,
      async work(): Promise<Check> {
        const answers = await Promise.all(requests.map(each.readMany))
        return () => {
          for (const [request, asked] of requests.entries()) {
            for (const [at, id] of asked.entries()) check(Number(id), answers[request]?.[at])
          }
          checkNothingLoaded(each)
        }
      },
    }))
    const times = await timeRounds(contestants, rounds)
    return compare(
      {
        task: 'zipf-64',
        title: '64 requests at once, each with 100 distinct keys of 1,000 by Zipf (1.0), all hits in Redis.',
        ratio: { of: 'throughput', base: raw.name },
      },
      times,
    )
  } finally {
    await close()
  }
}

/** A request asks for a key once; its DataLoader sees to that. */
function distinct(draw: () => number, count: number): string[] {
  const drawn = new Set<number>()
  while (drawn.size < count) drawn.add(draw())
  return [...drawn].map(String)
}

/** Draws 0 … n − 1, the k-th with a weight of 1/(k+1). Always the same sequence. */
function zipf(n: number): () => number {
  const cumulative: number[] = []
  let total = 0
  for (let k = 0; k < n; k++) {
    total += 1 / (k + 1)
    cumulative.push(total)
  }
  const dice = new Dice(42)
  return () => {
    const at = dice.next() * total
    return cumulative.findIndex((sum) => sum >= at)
  }
}
