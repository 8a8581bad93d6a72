/**
 * `npm run bench [-- [--json] [--quick] [--only NAME ...] [--out FILE]]`: Larder against the raw client and against peers,
 * and a server with its plugin against one without, as ratios in one run.
 *
 * Absolute times say little on a shared machine. So each round runs every contestant once, and what is reported is the
 * median over rounds of the ratio to one of them in the same round. A wrong value or count fails the run.
 */
import { open } from 'node:fs/promises'
import { startRedis } from '@larder/test/redis-server'
import { readArguments } from './arguments.ts'
import { describe } from './describe.ts'
import { describeMachine } from './machine.ts'
import type { Outcome, Results } from './outcome.ts'
import { others } from './peers/index.ts'
import { tasks } from './tasks/index.ts'

const { json, rounds, names, out } = readArguments(process.argv.slice(2), Object.keys(tasks))
// Opened first: a path that cannot be written to shall not be told of after minutes.
const file = out === undefined ? undefined : await open(out, 'w')
const redis = await startRedis()
try {
  const machine = await describeMachine(redis.url)
  const outcomes: Outcome[] = []
  for (const [at, name] of names.entries()) {
    const started = performance.now()
    const outcome = await tasks[name]?.({ url: redis.url, rounds })
    if (outcome !== undefined) outcomes.push(outcome)
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    console.error(`${at + 1} of ${names.length}: ${name}, ${seconds} s`)
  }
  const compared = new Set(outcomes.flatMap(({ rows }) => rows.map(({ name }) => name)))
  const contestants = others
    .filter(({ name }) => compared.has(name))
    .map(({ name, version, settings }) => ({ name, version, settings }))
  const results: Results = { ...machine, rounds, contestants, outcomes }
  const text = `${JSON.stringify(results, null, 2)}\n`
  await file?.writeFile(text)
  if (json) process.stdout.write(text)
  else for (const outcome of outcomes) console.log(describe(outcome))
} finally {
  await redis.stop()
  await file?.close()
}
