/**
 * `npm run bench [-- [--json] [--quick] [--check] [--only NAME ...] [--out FILE]]`: Larder against the raw client and
 * against peers, and a server with its plugin against one without, as ratios in one run. `--check` exits with 1 where a bar
 * of the tasks that ran is not reached (`bars.ts`).
 *
 * Absolute times say little on a shared machine. So each round runs every contestant once, and what is reported is the
 * median over rounds of the ratio to one of them in the same round. A wrong value or count fails the run.
 */
import { access, constants, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { startRedis } from '@larder/test/redis-server'
import { type Arguments, readArguments } from './arguments.ts'
import { checkBars } from './check-bars.ts'
import { describe } from './describe.ts'
import { describeMachine } from './machine.ts'
import type { Outcome, Results } from './outcome.ts'
import { others } from './peers/index.ts'
import { tasks } from './tasks/index.ts'

const asked = await argumentsOf(process.argv.slice(2))
if (asked === undefined) process.exitCode = 2
else await run(asked)

/** Whatever is wrong with them is told before anything is measured, and in one line. */
async function argumentsOf(args: readonly string[]): Promise<Arguments | undefined> {
  try {
    const asked = readArguments(args, Object.keys(tasks))
    // Without touching it: what an earlier run has left there stays until this one has ended.
    if (asked.out !== undefined) await checkFolder(dirname(asked.out))
    return asked
  } catch (error) {
    console.error(`npm run bench: ${(error as Error).message}`)
    return undefined
  }
}

async function checkFolder(folder: string): Promise<void> {
  await access(folder, constants.W_OK).catch((cause) => {
    throw new Error(`--out: expected a folder that can be written to, received ${folder}.`, { cause })
  })
}

async function run({ json, check, rounds, names, out }: Arguments): Promise<void> {
  const redis = await startRedis()
  try {
    const machine = await describeMachine(redis.url)
    const outcomes: Outcome[] = []
    for (const [at, name] of names.entries()) {
      const started = performance.now()
      const outcome = await tasks[name]?.({ url: redis.url, rounds }).catch((error: Error) => {
        throw new Error(`Task ${name} failed: ${error.message}`, { cause: error })
      })
      if (outcome === undefined) continue
      outcomes.push(outcome)
      const seconds = ((performance.now() - started) / 1_000).toFixed(1)
      console.error(`${at + 1} of ${names.length}: ${name}, ${seconds} s`)
      // At once: a task that fails later takes nothing of it away.
      if (!json) console.log(describe(outcome))
    }
    const compared = new Set(outcomes.flatMap(({ rows }) => rows.map(({ name }) => name)))
    const contestants = others
      .filter(({ name }) => compared.has(name))
      .map(({ name, version, settings }) => ({ name, version, settings }))
    const results: Results = { ...machine, rounds, contestants, outcomes }
    const text = `${JSON.stringify(results, null, 2)}\n`
    if (out !== undefined) await writeFile(out, text)
    if (json) process.stdout.write(text)
    if (check) {
      const { text: verdicts, holds } = checkBars(results, names)
      console.error(verdicts)
      if (!holds) process.exitCode = 1
    }
  } finally {
    await redis.stop()
  }
}
