/**
 * A client that was handed in, with ioredis's own settings, sends again what a lost connection left without an answer. So
 * a command may be done twice, and the second time long after the first.
 */
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { type Fault, hang, times } from '@larder/core/testing'
import { until } from '../support/until.ts'
import { leaseKey, type Member, startFleet, valueKey } from './support/fleet.ts'
import { startWire, type Wire } from './support/wire.ts'

const fleet = startFleet()
let wire: Wire
let here: Member

beforeEach(async () => {
  wire = await startWire(fleet.server.port)
  here = fleet.join({ client: { port: wire.port } })
  // Then the server knows the scripts, and what is sent once is done at once.
  await here.loader.load('first')
  await until(() => fleet.admin.exists(valueKey('first')))
})

afterEach(() => wire.close())

/** The first time that the command is sent it is done, then `meanwhile`, then the connection is lost without a reply. */
function doneTwice(isDone: () => Promise<unknown>, meanwhile = async () => {}): Fault {
  return times(1, async (execute) => {
    wire.holdReplies()
    const answer = execute()
    await until(isDone)
    await meanwhile()
    wire.cut()
    return answer
  })
}

async function changeElsewhere(n = 2) {
  fleet.source.rows.set('a', { n })
  await fleet.join().loader.invalidate('a')
}

const isHeld = async () => (await fleet.admin.exists(leaseKey('a'))) === 1
const isStored = async () => (await fleet.admin.exists(valueKey('a'))) === 1

test('law 1: an acquire that is sent again takes the lease that it has', async () => {
  here.store.inject(doneTwice(isHeld), 'acquire')
  const waiting = fleet.join()
  const first = here.loader.load('a')
  await until(isHeld)

  expect(await Promise.all([first, waiting.loader.load('a')])).toEqual([{ n: 1 }, { n: 1 }])
  expect(fleet.source.countOf('a')).toBe(1)
  await until(async () => !(await isHeld()))
})

test('law 3: an acquire that is sent again after an invalidation is granted anew, and loads anew', async () => {
  here.store.inject(doneTwice(isHeld, changeElsewhere), 'acquire')

  expect(await here.loader.load('a')).toEqual({ n: 2 })
  await until(isStored)
  expect(await fleet.join().loader.load('a')).toEqual({ n: 2 })
  expect(fleet.source.countOf('a')).toBe(1)
})

test('law 1: a fill that is sent again is refused, and harms nobody: the entry is there', async () => {
  here.store.inject(doneTwice(isStored), 'fill')

  expect(await here.loader.load('a')).toEqual({ n: 1 })
  await until(() => here.events('fill-refused').length === 1)
  expect(await fleet.join().loader.load('a')).toEqual({ n: 1 })
  expect(await here.loader.load('a')).toEqual({ n: 1 })
  expect(fleet.source.countOf('a')).toBe(1)
})

test('law 3: a fill that is sent again after an invalidation is refused', async () => {
  here.store.inject(doneTwice(isStored, changeElsewhere), 'fill')

  expect(await here.loader.load('a')).toEqual({ n: 1 })
  await until(() => here.events('fill-refused').length === 1)
  expect(await isStored()).toBe(false)
  expect(await here.loader.load('a')).toEqual({ n: 2 })
})

test('law 3: a fill that is sent again does not replace what was loaded since', async () => {
  const meanwhile = async () => {
    await changeElsewhere()
    const other = fleet.join()
    await other.loader.load('a')
    await until(isStored)
  }
  here.store.inject(doneTwice(isStored, meanwhile), 'fill')

  expect(await here.loader.load('a')).toEqual({ n: 1 })
  await until(() => here.events('fill-refused').length === 1)
  expect(await here.loader.load('a')).toEqual({ n: 2 })
  expect(fleet.source.countOf('a')).toBe(2)
})

test('law 3: a prime that is sent again when it has been given up writes nothing', async () => {
  const hasty = fleet.join({ client: { port: wire.port }, storeTimeout: 300 })
  await hasty.loader.prime('b', { n: 0 })
  // Or it would be delivered as an invalidation, and undo what this is about.
  hasty.store.inject(hang(), 'invalidate')
  wire.holdReplies()
  const primed = hasty.loader.prime('a', { n: 1 })
  await expect(primed).rejects.toMatchObject({ code: 'LARDER_INVALIDATION_PENDING' })
  await changeElsewhere()
  wire.cut()
  await hasty.client.ping()

  expect(await fleet.join().loader.load('a')).toEqual({ n: 2 })
})
