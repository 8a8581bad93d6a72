/**
 * `npm run bench [-- --json] [-- --quick]`: Larder against the raw client, as ratios in one run.
 *
 * Absolute times say little on a shared machine. So each round runs every contestant once, in turn, and what is reported
 * is the median over rounds of the ratio to the raw client of the same round. A wrong value fails the run.
 */
import { parseArgs } from 'node:util'
import { startRedis } from '@larder/test/redis-server'
import { describe, type Outcome } from './outcome.ts'
import { batchOfHits } from './tasks/batch-of-hits.ts'
import { concurrentZipf } from './tasks/concurrent-zipf.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean' }, quick: { type: 'boolean' } } })
const rounds = values.quick ? 5 : 25

const redis = await startRedis()
const outcomes: Outcome[] = []
try {
  for (const task of [batchOfHits, concurrentZipf]) outcomes.push(await task(redis.url, rounds))
} finally {
  await redis.stop()
}
if (values.json) console.log(JSON.stringify({ node: process.version, rounds, outcomes }, null, 2))
else for (const outcome of outcomes) console.log(describe(outcome))
