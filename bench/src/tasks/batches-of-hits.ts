/** The tasks that read one batch of hits after the other: how they differ, and what they have in common. */
import { compare } from '../compare.ts'
import { fill, type Opened, openAll } from '../opened.ts'
import type { Outcome } from '../outcome.ts'
import type { Peer } from '../peers/peer.ts'
import { type Check, timeRounds } from '../rounds.ts'
import { sourceOf } from '../source.ts'
import type { Setting } from './task.ts'

export interface BatchesOfHits<V> {
  readonly task: string
  readonly title: string
  /** How many keys a batch has. */
  readonly keys: number
  readonly base: Peer
  /** Who is compared with it. */
  readonly peers: readonly Peer[]
  make(n: number): V
  /** Throws on a wrong value. */
  check(n: number, found: V | null | undefined | Error): void
}

export async function batchesOfHits<V>(
  { task, title, keys, base, peers, make, check }: BatchesOfHits<V>,
  { url, rounds }: Setting,
): Promise<Outcome> {
  const ids = Array.from({ length: keys }, (_, n) => String(n))
  const { opened, close } = await openAll([base, ...peers], url, () => sourceOf(make))
  try {
    for (const each of opened) await fill(each, ids)
    const contestants = opened.map((each) => ({
      name: each.name,
      async work(): Promise<Check> {
        const found = await each.readMany(ids)
        return () => {
          for (const [n] of ids.entries()) check(n, found[n])
          checkNothingLoaded(each)
        }
      },
    }))
    const times = await timeRounds(contestants, rounds)
    return compare({ task, title, ratio: { of: 'time', base: base.name } }, times)
  } finally {
    await close()
  }
}

export function checkNothingLoaded({ name, source }: Opened<unknown>): void {
  const ids = source.takeLoaded()
  if (ids.length > 0) throw new Error(`${name}: expected hits alone, received loads of ${ids.join(', ')}.`)
}
