import { expect, test } from '@jest/globals'
import { readPlan, type ScenarioName } from '../src/contract/index.ts'
import { simulateDatabase } from '../src/parts/simulated/database.ts'
import { simulateStore } from '../src/parts/simulated/store.ts'
import { protect } from '../src/protections/index.ts'
import { happen, heal, lifeOf, type Scene, ttlOf } from '../src/worker/happen.ts'

function sceneOf(scenario: ScenarioName): Scene {
  const plan = readPlan({ scenario, query: 20 })
  const database = simulateDatabase({ pool: 2, delay: plan.query })
  const store = simulateStore()
  const options = { database, store, ttl: ttlOf(scenario), pool: 2, onCommand() {} }
  return { plan, process: 0, database, store, protection: protect('none', options) }
}

test('a slow database is ten times as slow, until it heals', async () => {
  const scene = sceneOf('slow-database')
  await happen(scene)
  const ends: string[] = []
  const slow = scene.database.query(['1']).then(() => ends.push('slow'))
  heal(scene)
  for (const name of ['fast', 'as fast']) await scene.database.query(['1']).then(() => ends.push(name))
  await slow
  expect(ends).toEqual(['fast', 'as fast', 'slow'])
})

test('a database that is down refuses, until it heals', async () => {
  const scene = sceneOf('database-down')
  await happen(scene)
  await expect(scene.database.query(['1'])).rejects.toThrow(/refuses/)
  heal(scene)
  expect((await scene.database.query(['1'])).size).toBe(1)
})

test('a frozen store answers nothing, until it heals', async () => {
  const scene = sceneOf('frozen-redis')
  await happen(scene)
  let answered = false
  const read = scene.store.plain.get('key').then(() => {
    answered = true
  })
  await new Promise(setImmediate)
  expect(answered).toBe(false)
  heal(scene)
  await read
})

test('where entries expire by themselves their ends are spread over the ttl, that of the hottest within the fault', () => {
  const lives = Array.from({ length: 100 }, (_, i) => lifeOf(i + 1, 'database-down')).toSorted(
    (a, b) => a - b,
  )
  expect(lifeOf(1, 'database-down')).toBe(4_500)
  const gaps = lives.slice(1).map((life, i) => life - (lives[i] as number))
  expect(Math.max(...gaps)).toBeLessThan(1_000)
  expect(lives.every((life) => Number.isInteger(life) && life > 0 && life <= 30_000)).toBe(true)
})
