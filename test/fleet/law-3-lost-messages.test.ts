import { expect, test } from '@jest/globals'
import { deaf, type Member, type Row, startFleet } from './support/fleet.ts'

const fleet = startFleet()

test('law 3: holds over many reads and invalidations at once, with every message lost', async () => {
  const ids = ['a', 'b', 'c']
  const policy = { ttl: '10s', grace: '10s' } as const
  /** By ID: what the source says, and the newest that was invalidated for when its invalidation had resolved. */
  const current = new Map(ids.map((id) => [id, 0]))
  const floor = new Map(ids.map((id) => [id, 0]))
  const load = async (asked: readonly string[]): Promise<Row[]> => {
    const rows = asked.map((id) => ({ n: current.get(id) as number }))
    // Long enough for an invalidation to come between.
    for (let i = 0; i < 3; i++) await fleet.admin.ping()
    return rows
  }
  const members = [1, 2, 3].map(() => fleet.join({ through: deaf, load, policy }))
  const tooOld: string[] = []

  async function read({ loader }: Member, id: string) {
    const least = floor.get(id) as number
    const row = await loader.load(id)
    if (row === null || row.n < least) tooOld.push(`${id}: ${row?.n} after ${least}`)
  }

  async function change({ loader }: Member, id: string) {
    const n = (current.get(id) as number) + 1
    current.set(id, n)
    await loader.invalidate(id)
    floor.set(id, Math.max(floor.get(id) as number, n))
  }

  let reading = members.length * ids.length
  const readers = members.flatMap((member) =>
    ids.map(async (id) => {
      for (let round = 0; round < 120; round++)
        await Promise.all([read(member, id), later(() => read(member, id))])
      reading--
    }),
  )
  const changers = members.map(async (member, i) => {
    for (let round = i; reading > 0; round++) {
      await change(member, ids[round % ids.length] as string)
      for (let pause = round % 5; pause > 0; pause--) await fleet.admin.ping()
    }
  })
  await Promise.all([...readers, ...changers])
  expect(tooOld).toEqual([])
  expect(Math.min(...floor.values())).toBeGreaterThan(10)
})

/** Begun when the one before may be waiting for its load. */
async function later(read: () => Promise<void>): Promise<void> {
  for (let i = 0; i < 3; i++) await fleet.admin.ping()
  await read()
}

test('law 3: a key that is invalidated all the time is read all the same', async () => {
  const [often, loadTime, timeout, storeTimeout] = [25, 60, 3_000, 500]
  const waitTimeout = 4_500
  const load = async (ids: readonly string[]) => {
    await new Promise((resolve) => setTimeout(resolve, loadTime))
    return ids.map(() => ({ n: 1 }))
  }
  const members = [1, 2, 3].map(() => fleet.join({ load, storeTimeout, policy: { timeout, waitTimeout } }))
  const invalidating = fleet.join()
  let invalidations = 0
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      await Promise.all([invalidating.loader.invalidate('a'), new Promise((done) => setTimeout(done, often))])
      invalidations++
    }
  })()

  const waits: number[] = []
  await Promise.all(
    members.flatMap((member) =>
      Array.from({ length: 10 }, async () => {
        for (let i = 0; i < 10; i++) {
          const began = performance.now()
          expect(await member.loader.load('a')).toEqual({ n: 1 })
          waits.push(performance.now() - began)
        }
      }),
    ),
  )
  isOver = true
  await running
  expect(waits.length).toBe(300)
  expect(Math.max(...waits)).toBeLessThan(waitTimeout + loadTime + 2 * storeTimeout)
  expect(invalidations).toBeGreaterThan(10)
  // Most loads end too late to be kept.
  expect(members.flatMap((member) => member.events('fill-refused')).length).toBeGreaterThan(5)
})
