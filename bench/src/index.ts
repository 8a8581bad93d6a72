/**
 * `npm run bench [-- --json] [-- --quick] [-- --only idle-plugin]`: Larder against the raw client, and a server with its
 * plugin against one without, as ratios in one run.
 *
 * Absolute times say little on a shared machine. So each round runs every contestant once, in turn, and what is reported
 * is the median over rounds of the ratio to the first contestant of the same round. A wrong value fails the run.
 */
import { parseArgs } from 'node:util'
import { startRedis } from '@larder/test/redis-server'
import { describe, type Outcome } from './outcome.ts'
import { batchOfHits } from './tasks/batch-of-hits.ts'
import { concurrentZipf } from './tasks/concurrent-zipf.ts'
import { idlePlugin, idlePluginOverHttp } from './tasks/idle-plugin.ts'

const tasks = {
  'batch-of-hits': batchOfHits,
  'concurrent-zipf': concurrentZipf,
  'idle-plugin': idlePlugin,
  'idle-plugin-http': idlePluginOverHttp,
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    quick: { type: 'boolean' },
    only: { type: 'string', multiple: true },
  },
})
const rounds = values.quick ? 5 : 25
const only = values.only ?? Object.keys(tasks)
const unknown = only.find((name) => !(name in tasks))
if (unknown !== undefined) {
  throw new Error(`--only: expected one of ${Object.keys(tasks).join(', ')}, received ${unknown}.`)
}

const redis = await startRedis()
const outcomes: Outcome[] = []
try {
  for (const [name, task] of Object.entries(tasks)) {
    if (only.includes(name)) outcomes.push(await task(redis.url, rounds))
  }
} finally {
  await redis.stop()
}
if (values.json) console.log(JSON.stringify({ node: process.version, rounds, outcomes }, null, 2))
else for (const outcome of outcomes) console.log(describe(outcome))
