/** 64 requests at once, each 100 keys drawn from 1,000 by Zipf's law (exponent 1): as hot keys are in life. */
import { openContestants, RAW } from '../contestants.ts'
import { compare, type Outcome } from '../outcome.ts'
import { check } from '../products.ts'
import { timeRounds } from '../rounds.ts'

const KEYS = 1_000
const REQUESTS = 64
const KEYS_PER_REQUEST = 100
const BURSTS_PER_ROUND = 5

export async function concurrentZipf(url: string, rounds: number): Promise<Outcome> {
  const { readers, close } = await openContestants(url, KEYS)
  const draw = zipf(KEYS)
  const requests = Array.from({ length: REQUESTS }, () => distinct(draw, KEYS_PER_REQUEST))
  const contestants = readers.map(({ name, read }) => ({
    name,
    async run() {
      for (let burst = 0; burst < BURSTS_PER_ROUND; burst++) {
        const answers = await Promise.all(requests.map(read))
        for (const [i, numbers] of requests.entries()) {
          for (const [at, n] of numbers.entries()) check(n, answers[i]?.[at] ?? null)
        }
      }
    },
  }))
  const times = await timeRounds(contestants, rounds)
  await close()
  return compare({ task: '64 requests at once, 100 Zipf keys each', measure: 'throughput', base: RAW }, times)
}

/** A request asks for a key once; its DataLoader sees to that. */
function distinct(draw: () => number, count: number): number[] {
  const drawn = new Set<number>()
  while (drawn.size < count) drawn.add(draw())
  return [...drawn]
}

/** Draws 0 … n − 1, the k-th with a weight of 1/(k+1). Always the same sequence. */
function zipf(n: number): () => number {
  const cumulative: number[] = []
  let total = 0
  for (let k = 0; k < n; k++) {
    total += 1 / (k + 1)
    cumulative.push(total)
  }
  let state = 42
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const at = (state / 2 ** 32) * total
    return cumulative.findIndex((sum) => sum >= at)
  }
}
