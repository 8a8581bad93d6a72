import { expect, test } from '@jest/globals'
import { until } from '../support/until.ts'
import { now } from '../torture/moment.ts'
import { delays, distribution, olderReads, ownOlderReads, within } from './support/delays.ts'
import { type Course, PROCESSES, startNearFleet } from './support/near-fleet.ts'

const NEAR_TTL = 1_500
const IDS = ['a', 'b', 'c', 'd']
const fleet = startNearFleet(NEAR_TTL, IDS)

/** Changes all rows at once, each in another process, when they are near everywhere. */
async function changeAll(rounds: number): Promise<Course[]> {
  const courses: Course[] = []
  for (let round = 0; round < rounds; round++) {
    for (const id of IDS) await fleet.near(id)
    const changed = IDS.map(async (id, i) => {
      const by = (round + i) % PROCESSES
      return fleet.course(by, await fleet.change(by, id))
    })
    courses.push(...(await Promise.all(changed)))
  }
  return courses
}

test('law 3: every process obeys within the ttl of what is near, with every message lost', async () => {
  fleet.wire.lose()
  const courses = await changeAll(4)
  const older = olderReads(courses)
  process.stdout.write(
    `obeyed by other processes, with every message lost, after ms: ${distribution(delays(courses))}; ` +
      `${older.length} reads were given an older row\n`,
  )

  expect(ownOlderReads(courses)).toBe(0)
  expect(older.length).toBeGreaterThan(100)
  expect(Math.max(...older)).toBeLessThan(NEAR_TTL)

  fleet.wire.cut()
  await fleet.heard(0)
  fleet.wire.mend()
  await fleet.heard(PROCESSES)
  // Then all that is near has just come, and by its ttl alone would be obeyed late.
  await changeAll(1)
  const mended = delays(await changeAll(10))
  process.stdout.write(`obeyed by other processes, with the bus back, after ms: ${distribution(mended)}\n`)
  expect(within(NEAR_TTL / 2, mended)).toBeGreaterThan(0.95)
})

test('law 3: a process that is stopped meanwhile obeys within the ttl of what is near, stopped or not', async () => {
  fleet.wire.lose()
  for (const share of [0.5, 1.2]) {
    for (const id of IDS) await fleet.near(id)
    fleet.freeze(1)
    const changed = await Promise.all(IDS.map((id) => fleet.change(0, id)))
    const resolved = Math.max(...changed.map((change) => change.resolved))
    await until(() => now() > resolved + share * NEAR_TTL)
    const thawed = now()
    fleet.thaw(1)
    const courses = await Promise.all(changed.map((change) => fleet.course(0, change)))

    for (const { turned } of courses) expect(turned[1]?.began).toBeGreaterThan(thawed)
    expect(Math.max(...olderReads(courses))).toBeLessThan(NEAR_TTL)
  }
})
