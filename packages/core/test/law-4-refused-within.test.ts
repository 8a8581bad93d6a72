/** A load that ends with what a load within it was refused has not asked its source, and says nothing of it. */
import { expect, test } from '@jest/globals'
import { observedCache, outcomeOf } from './support/observed-cache.ts'

const open = { error: { code: 'LARDER_CIRCUIT_OPEN' } }

/** `rows` asks `users` first, whose circuit is open, and then its own source, which is down. */
async function refusing() {
  const observed = observedCache()
  const asked = { rows: 0 }
  let isDown = false
  const users = observed.cache.loader(
    'user',
    async (ids: readonly string[]) => {
      if (isDown) throw new Error('no users')
      return ids
    },
    { source: { circuit: { failures: 0.01, minimum: 1, retryAfter: '2s' } }, ttl: 0 },
  )
  const rows = observed.cache.loader(
    'row',
    async (ids: readonly string[]): Promise<string[]> => {
      await users.load('me')
      asked.rows++
      if (ids.includes('fine')) return ids.map((id) => id)
      throw new Error('no rows')
    },
    { source: { circuit: { minimum: 3, retryAfter: '1s' } } },
  )
  const refuse = async () => {
    isDown = true
    await outcomeOf(users.load('other'))
  }
  const heal = () => {
    isDown = false
  }
  return { ...observed, rows, asked, refuse, heal, circuits: observed.record('circuit') }
}

test('law 4: a probe that was refused before it reached its source does not close the circuit', async () => {
  const { rows, asked, refuse, heal, clock, circuits } = await refusing()
  for (const id of ['1', '2', '3']) await outcomeOf(rows.load(id))
  expect(await outcomeOf(rows.load('4'))).toMatchObject(open)
  await refuse()
  await clock.advance(1_000)

  // Each is refused on its way, and lets the next one try.
  for (const id of ['5', '6']) expect(await outcomeOf(rows.load(id))).toMatchObject(open)
  expect(asked.rows).toBe(3)
  expect(circuits.map(({ name, state }) => `${name} ${state}`)).toEqual(['row open', 'user open'])

  heal()
  await clock.advance(1_000)
  expect(await outcomeOf(rows.load('7'))).toMatchObject({ error: { message: 'no rows' } })
  expect(await outcomeOf(rows.load('8'))).toMatchObject(open)
  await clock.advance(1_000)
  expect(await outcomeOf(rows.load('fine'))).toEqual({ value: 'fine' })
  expect(circuits.map(({ name, state }) => `${name} ${state}`).slice(2)).toEqual([
    'user closed',
    'row closed',
  ])
})

test('law 4: calls that were refused do not hide those that fail', async () => {
  const { rows, asked, refuse, heal, clock, circuits } = await refusing()
  for (const id of ['1', '2']) await outcomeOf(rows.load(id))
  await refuse()
  for (let i = 0; i < 20; i++) await outcomeOf(rows.load(`refused ${i}`))
  expect(asked.rows).toBe(2)
  expect(circuits.map(({ name, state }) => `${name} ${state}`)).toEqual(['user open'])

  heal()
  await clock.advance(2_000)
  await outcomeOf(rows.load('3'))
  expect(circuits.at(-1)).toMatchObject({ name: 'row', state: 'open' })
})
