/** One batch of 100 keys at a time, all of them hits in Redis. */
import { openContestants, RAW } from '../contestants.ts'
import { compare, type Outcome } from '../outcome.ts'
import { check } from '../products.ts'
import { timeRounds } from '../rounds.ts'

const KEYS = 100
const BATCHES_PER_ROUND = 100

export async function batchOfHits(url: string, rounds: number): Promise<Outcome> {
  const { readers, close } = await openContestants(url, KEYS)
  const numbers = Array.from({ length: KEYS }, (_, n) => n)
  const contestants = readers.map(({ name, read }) => ({
    name,
    async run() {
      for (let batch = 0; batch < BATCHES_PER_ROUND; batch++) {
        const found = await read(numbers)
        for (const n of numbers) check(n, found[n] ?? null)
      }
    },
  }))
  const times = await timeRounds(contestants, rounds)
  await close()
  return compare({ task: 'a batch of 100 hits', measure: 'time', base: RAW }, times)
}
