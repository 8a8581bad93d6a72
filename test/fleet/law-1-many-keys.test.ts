import { setTimeout } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { startFleet } from './support/fleet.ts'

const fleet = startFleet()

test('law 1: of more keys than the source has connections, each is loaded once, and no lease ends in the queue', async () => {
  const ids = Array.from({ length: 3_000 }, (_, i) => `key-${i}`)
  const loaded: string[] = []
  const pool = poolOf(4)
  const load = (keys: readonly string[]) =>
    pool(async () => {
      await setTimeout(5)
      loaded.push(...keys)
      return keys.map(() => ({ n: 1 }))
    })
  const members = [0, 1].map(() => fleet.join({ load, policy: { maxBatchSize: 50, timeout: '20s' } }))

  const answers = await Promise.all(members.map(({ loader }) => loader.loadMany(ids)))

  for (const rows of answers) expect(rows).toEqual(Array(ids.length).fill({ n: 1 }))
  expect(loaded.sort()).toEqual([...ids].sort())
  expect(members.flatMap((member) => member.events('fill-refused'))).toEqual([])
})

/** A database's pool: so many at a time, the others in line. */
function poolOf(connections: number): <T>(query: () => Promise<T>) => Promise<T> {
  let free = connections
  const line: (() => void)[] = []
  return async (query) => {
    if (free === 0) await new Promise<void>((resolve) => line.push(resolve))
    else free--
    try {
      return await query()
    } finally {
      const next = line.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
