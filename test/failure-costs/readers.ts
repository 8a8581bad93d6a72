/** Ways in which readers read. */
import { setTimeout } from 'node:timers/promises'
import type { Cached } from './contenders/contender.ts'
import type { World } from './world.ts'

export function names(name: string, count: number, first = 0): string[] {
  return Array.from({ length: count }, (_, i) => `${name} ${first + i}`)
}

/** One read after the other, of one ID each, for so many ms. */
export async function oneByOne(
  world: World,
  cached: Cached,
  nextId: (i: number) => string,
  ms: number,
  pause: number,
): Promise<void> {
  const end = performance.now() + ms
  for (let i = 0; performance.now() < end; i++) {
    await world.read(cached, [nextId(i)])
    await setTimeout(pause)
  }
}

/** Rounds of readers that all read the same at once, each round when the last one has ended and `pause` ms are over. */
export async function inRounds(
  world: World,
  cached: Cached,
  {
    rounds,
    readers,
    pause = 10,
  }: { readonly rounds: number; readonly readers: number; readonly pause?: number },
  idsOf: (round: number) => readonly string[],
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await Promise.all(Array.from({ length: readers }, () => world.read(cached, idsOf(round))))
    await setTimeout(pause)
  }
}

/** Reads until all come from the cache: what is written after a read was answered may take a while. Gives up in the end. */
export async function warm(cached: Cached, ids: readonly string[], tries = 200): Promise<boolean> {
  for (let i = 0; i < tries; i++) {
    if ((await cached.read(ids)).cached === ids.length) return true
    await setTimeout(10)
  }
  return false
}
