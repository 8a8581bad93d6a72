/**
 * Two users and nobody ask two servers on one Redis for everything at once, by every combination of loaders and policies
 * that are shared and that are not. `LARDER_SEED` decides what they ask for.
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { Dice } from '@larder/test/dice'
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { Judge } from './leaks/judge.ts'
import { Requests } from './leaks/requests.ts'
import { openServer, type Reported, type Serving } from './leaks/server.ts'
import type { Plant } from './leaks/sources.ts'

const { LARDER_SEED = '1' } = process.env
const seed = LARDER_SEED === 'random' ? Date.now() : Number(LARDER_SEED)
const REQUESTS = 10_000
const AT_ONCE = 100
const PATIENCE = 400_000

let redis: RedisServer
const open: Serving[] = []
beforeAll(async () => {
  redis = await startRedis()
})
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop()
})
afterAll(() => redis.stop())

test(
  "law 6: of 10,000 random requests none has a byte of another user's, and at least half of the reads are hits",
  async () => {
    const { judge, reads, hits, stale, fromResponseCache } = await askForEverything('right')
    console.log(
      `seed ${seed}: ${REQUESTS} requests, ${reads} reads, ${hits} of them hits and ${stale} stale, ` +
        `${judge.own} values of users' own, ${fromResponseCache} responses from Apollo's response cache`,
    )
    expect(judge.findings).toEqual([])
    expect(judge.own).toBeGreaterThan(REQUESTS / 2)
    expect(judge.refused).toBeGreaterThan(REQUESTS / 100)
    expect(fromResponseCache).toBeGreaterThan(REQUESTS / 100)
    // On a slow machine more of them are stale.
    expect((hits + stale) / reads).toBeGreaterThanOrEqual(0.5)
  },
  PATIENCE,
)

test.each<Plant>(['a policy that is wrongly public', 'a key that leaves the user out', 'no hints'])(
  'law 6: a planted leak is found: %s',
  async (plant) => {
    const { judge } = await askForEverything(plant.replaceAll(' ', '-'), plant)
    expect(judge.findings.join()).toContain('has something of')
  },
  PATIENCE,
)

/** To the end, or to the first finding. */
async function askForEverything(namespace: string, plant?: Plant) {
  const servers = await Promise.all(
    [true, false].map((isNear) => openServer({ redisUrl: redis.url, namespace, isNear, plant })),
  )
  open.push(...servers)
  const dice = new Dice(seed)
  const requests = new Requests(dice)
  const judge = new Judge()
  const counts = { reads: 0, hits: 0, stale: 0, fromResponseCache: 0 }
  for (let asked = 0; asked < REQUESTS && judge.findings.length === 0; asked += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, () => ({
      server: dice.pick(servers),
      asked: requests.next(),
    }))
    await Promise.all(
      batch.map(async ({ server, asked }) => {
        const { text, isFromResponseCache } = await server.ask(asked)
        const answer: Reported = JSON.parse(text)
        judge.judge(asked, answer, text)
        counts.fromResponseCache += Number(isFromResponseCache)
        for (const reports of Object.values(answer.extensions?.larder ?? {})) {
          for (const { keys, hits, stale } of Object.values(reports)) {
            counts.reads += keys
            counts.hits += hits
            counts.stale += stale
          }
        }
      }),
    )
  }
  return { judge, ...counts }
}
