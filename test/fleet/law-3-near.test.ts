import { expect, test } from '@jest/globals'
import { now } from '../torture/moment.ts'
import { delays, distribution, olderReads, ownOlderReads, within } from './support/delays.ts'
import { type Course, PROCESSES, startNearFleet } from './support/near-fleet.ts'

/** So long that it is not what the processes obey by. */
const NEAR_TTL = 5_000
const IDS = ['a', 'b', 'c', 'd']
const fleet = startNearFleet(NEAR_TTL, IDS)

/** Changes rows one after the other, each when it is near everywhere, and by each process in turn. */
async function changeInTurn(rounds: number): Promise<Course[]> {
  const courses: Course[] = []
  for (let round = 0; round < rounds; round++) {
    const id = IDS[round % IDS.length] as string
    const by = round % PROCESSES
    await fleet.near(id)
    courses.push(await fleet.course(by, await fleet.change(by, id)))
  }
  return courses
}

test('law 3: every process obeys when the news of it arrives, whatever is near', async () => {
  const courses = await changeInTurn(80)
  const obeyed = delays(courses)
  process.stdout.write(`obeyed by other processes after ms: ${distribution(obeyed)}\n`)

  expect(ownOlderReads(courses)).toBe(0)
  expect(Math.max(...olderReads(courses), 0)).toBeLessThan(NEAR_TTL)
  expect(within(NEAR_TTL / 2, obeyed)).toBeGreaterThan(0.95)
})

test('law 3: news that came while nobody was subscribed are made up for when they are again', async () => {
  await changeInTurn(IDS.length)
  const cutAt = now()
  fleet.wire.cut()
  await fleet.heard(0)
  // Where a connection is lost, what was near is cleared.
  const [id] = IDS as [string]
  await fleet.near(id, cutAt)
  const change = await fleet.change(0, id)
  fleet.wire.mend()
  const courses = [await fleet.course(0, change)]
  const obeyed = delays(courses)
  process.stdout.write(`obeyed by other processes, subscribed again, after ms: ${distribution(obeyed)}\n`)

  expect(olderReads(courses).length).toBeGreaterThan(0)
  expect(within(NEAR_TTL / 2, obeyed)).toBe(1)
})
