/** A process that knows of a cool-down looks for a value, and asks for no lease. */
import { describe, expect, test } from '@jest/globals'
import { CoolingDownError } from '@larder/core'
import { fail } from '@larder/core/testing'
import { fleet } from './support/fleet.ts'
import { outcomeOf } from './support/observed-cache.ts'

const cooldown = { base: 5_000, cap: 5_000 }
const cooling = { error: expect.any(CoolingDownError) }

/** Two processes, of which the first has failed to load 'a', which cools down for 5 s. */
async function afterFailure(older = {}) {
  const made = fleet()
  const [here, there] = [made.join({ loader: { cooldown } }), made.join({ loader: { cooldown, ...older } })]
  made.clock.draw = () => 0
  made.put('a', 1)
  made.source.inject(fail())
  await outcomeOf(here.rows.load('a'))
  made.source.heal()
  return { ...made, here, there }
}

type Process = Awaited<ReturnType<typeof afterFailure>>['here']

/** What a read of 'a' answers, and how many commands the store is sent. */
async function read({ rows, store }: Process) {
  const count = () => [store.calls('readMany').length, store.calls('acquire').length]
  const before = count()
  const outcome = await outcomeOf(rows.load('a'))
  const [readMany, acquire] = count().map((calls, i) => calls - (before[i] as number))
  return { outcome, readMany, acquire }
}

describe('a key that cools down', () => {
  test('law 4: is asked for once by a process that has not heard of it, and then by none until it is over', async () => {
    const { here, there, clock, source } = await afterFailure()
    expect(await read(here)).toEqual({ outcome: cooling, readMany: 1, acquire: 0 })
    await clock.advance(2_000)
    expect(await read(there)).toEqual({ outcome: cooling, readMany: 1, acquire: 1 })
    for (const process of [here, there]) {
      const told = await read(process)
      expect(told).toEqual({ outcome: cooling, readMany: 1, acquire: 0 })
      expect(told.outcome).toMatchObject({ error: { retryAt: clock.now() + 3_000 } })
    }
    await clock.advance(2_999)
    for (const process of [here, there]) expect(await read(process)).toMatchObject({ acquire: 0 })
    expect(source.calls.length).toBe(1)

    await clock.advance(1)
    expect(await read(there)).toEqual({ outcome: { value: { id: 'a', n: 1 } }, readMany: 1, acquire: 1 })
    expect(await read(here)).toEqual({ outcome: { value: { id: 'a', n: 1 } }, readMany: 1, acquire: 0 })
    expect(source.calls.length).toBe(2)
  })

  test('law 4: costs the other keys of its batch nothing', async () => {
    const { here, put } = await afterFailure()
    put('b', 2)
    expect(await here.rows.loadMany(['a', 'b'])).toEqual([expect.any(CoolingDownError), { id: 'b', n: 2 }])
    expect(here.store.calls('acquire').at(-1)).toEqual(['shop:{row//b}:lease'])
  })

  test('law 3: is read as it was primed, here or elsewhere, and cools on when that is invalidated', async () => {
    const { here, there } = await afterFailure()
    for (const [i, process] of [here, there].entries()) {
      await process.rows.prime('a', { id: 'a', n: 10 + i })
      expect(await read(here)).toEqual({
        outcome: { value: { id: 'a', n: 10 + i } },
        readMany: 1,
        acquire: 0,
      })
      await process.rows.invalidate('a')
      expect(await read(here)).toEqual({ outcome: cooling, readMany: 1, acquire: 0 })
    }
  })

  test('law 9: is found where a process of an older version has stored it', async () => {
    const older = { version: 2, upgrade: { 1: (old: { id: string }) => ({ ...old, n: 22 }) } }
    const { here, there } = await afterFailure(older)
    expect(await read(there)).toEqual({ outcome: cooling, readMany: 1, acquire: 1 })
    await here.rows.prime('a', { id: 'a', n: 11 })
    expect(await read(there)).toEqual({ outcome: { value: { id: 'a', n: 22 } }, readMany: 1, acquire: 1 })
  })

  test('law 4: begins to count anew once it was loaded, also where the store is out then', async () => {
    const { here, clock, source } = await afterFailure()
    const coolDowns = here.events('cool-down')
    await clock.advance(5_000)
    expect(await here.rows.load('a')).toEqual({ id: 'a', n: 1 })
    here.store.injectEverywhere(fail(new Error('READONLY')))
    source.inject(fail())
    await outcomeOf(here.rows.load('a'))
    expect(coolDowns).toMatchObject([{ failures: 1 }])
  })
})
