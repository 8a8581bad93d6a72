/** What is near costs Redis nothing: counted by Redis. */
import { expect, test } from '@jest/globals'
import { createReport, type Loader } from '@larder/core'
import { until } from '../support/until.ts'
import { type Row, startFleet } from './support/fleet.ts'

const fleet = startFleet()
const REAL = Array.from({ length: 100 }, (_, i) => `real ${i}`)
const TIMES = 10
const UNKNOWN = 100_000
/** Less than the share that missing entries have. */
const BATCH = 500

const load = async (ids: readonly string[]) => ids.map((id) => (id.startsWith('real') ? { n: 1 } : null))

async function commandsDone(): Promise<number> {
  const stats = await fleet.admin.info('stats')
  return Number(/total_commands_processed:(\d+)/.exec(stats)?.[1])
}

/** Reads the real rows, and counts the commands that Redis has done meanwhile, and the keys that were near. */
async function readReal(loader: Loader<string, Row>) {
  const report = createReport()
  const before = await commandsDone()
  for (let i = 0; i < TIMES; i++) await loader.loadMany(REAL, { report })
  // Asking for the number is a command, too.
  return { commands: (await commandsDone()) - before - 1, near: report.near }
}

/** Reads until all are near. They are not at once: a fill that is confirmed has the store asked again. */
async function bringNear(loader: Loader<string, Row>, ids: readonly string[]) {
  await until(async () => {
    const report = createReport()
    await loader.loadMany(ids, { report })
    return report.near === ids.length
  })
}

test('a near hit of 100 keys costs Redis no command', async () => {
  const [near, far] = [fleet.join({ load, near: { ttl: '10m' } }), fleet.join({ load })]
  await bringNear(near.loader, REAL)
  await far.loader.loadMany(REAL)

  expect(await readReal(near.loader)).toEqual({ commands: 0, near: TIMES * REAL.length })
  const { commands } = await readReal(far.loader)
  expect(commands).toBeGreaterThanOrEqual(TIMES)
})

test('what is near costs Redis no command after 100,000 unknown IDs have come near, too', async () => {
  const policy = { missingTtl: '10m' } as const
  const { loader } = fleet.join({ load, policy, near: { ttl: '10m' } })
  await bringNear(loader, REAL)
  for (let first = 0; first < UNKNOWN; first += BATCH)
    await bringNear(
      loader,
      Array.from({ length: BATCH }, (_, i) => `unknown ${first + i}`),
    )

  expect(await readReal(loader)).toEqual({ commands: 0, near: TIMES * REAL.length })
}, 120_000)
