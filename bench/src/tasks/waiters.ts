/** 2,000 waiters for one absent key, in one process: what it costs to share one load, and who does share it. */
import { setImmediate } from 'node:timers/promises'
import { compare } from '../compare.ts'
import { openAll } from '../opened.ts'
import type { Outcome } from '../outcome.ts'
import { peers } from '../peers/index.ts'
import { larder, larderThroughDataLoader, larderUnfrozen } from '../peers/larder.ts'
import { sharedByHand } from '../peers/shared-by-hand.ts'
import { check, product } from '../products.ts'
import { type Check, timeRounds } from '../rounds.ts'
import { sourceOf } from '../source.ts'
import type { Setting } from './task.ts'

const WAITERS = 2_000

/** Who promises one load, and fails the run with another number of them. The others are shown as they are. */
const onePromised: readonly string[] = [
  sharedByHand.name,
  larder.name,
  larderUnfrozen.name,
  larderThroughDataLoader.name,
]

export async function waiters2000({ url, rounds }: Setting): Promise<Outcome> {
  const wanted = [sharedByHand, larder, larderUnfrozen, larderThroughDataLoader, ...peers]
  const { opened, close } = await openAll(wanted, url, () => sourceOf(product, () => setImmediate()))
  const most = new Map<string, number>()
  try {
    const contestants = opened.map(({ name, source, read }) => ({
      name,
      async work(piece: number): Promise<Check> {
        const id = String(piece)
        const answers = await Promise.all(Array.from({ length: WAITERS }, () => read(id)))
        return () => {
          for (const answer of answers) check(piece, answer)
          const loads = source.takeLoaded().length
          if (onePromised.includes(name) && loads !== 1) {
            throw new Error(`${name}: expected 1 load for ${WAITERS} waiters, received ${loads}.`)
          }
          most.set(name, Math.max(most.get(name) ?? 0, loads))
        }
      },
    }))
    const times = await timeRounds(contestants, rounds)
    const figures = new Map([...most].map(([name, loads]) => [name, { 'source loads': loads }]))
    return compare(
      {
        task: 'waiters-2000',
        title: '2,000 waiters at once for one absent key; the source answers after a macrotask.',
        ratio: { of: 'time', base: sharedByHand.name },
      },
      times,
      figures,
    )
  } finally {
    await close()
  }
}
