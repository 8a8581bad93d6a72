/**
 * `npm run torture [-- --seconds 60 --seed 7 --processes 4 --cluster --near --tags]`: several processes, half of them at version
 * 1 and half at 2, on one real Redis or on a Cluster of three nodes, under faults; and a checker that judges the history of all they did by the laws. Exits
 * with 1 on a violation, and where too little happened to prove anything (`floors.ts`).
 *
 * `scene.ts` sets the stage, `run.ts` is the play, `child/` are the actors, `faults.ts` and `storms.ts` what befalls
 * them, and `check/` the judges. `--near` gives every process a near cache, `--tags` every row tags. `--break` with `fence`, `rule`,
 * `near`, `near-ttl` or `tag-time` takes a guard out, to show that the judges notice.
 */
import { missedFloors } from './floors.ts'
import { type Options, parseOptions } from './options.ts'
import { complaintsOf, summaryOf } from './report.ts'
import { run } from './run.ts'
import { onScene } from './scene.ts'

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const options = parse(args)
  if (options === undefined) return 2
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => interrupted.abort(new Error(`ended by ${signal}`)))

  const outcome = await onScene(options, interrupted.signal, (scene) => run(scene, options)).catch(
    (error: Error) => {
      console.error(error.message)
      return undefined
    },
  )
  if (outcome === undefined) return 1
  // With a violation the run has ended early, and the floors say nothing.
  const violated = outcome.verdict.violations.length > 0
  const missed = violated ? [] : missedFloors(outcome, options)
  for (const complaint of complaintsOf(outcome, missed)) console.error(complaint)
  console.log(JSON.stringify(summaryOf(options, outcome)))
  return violated || missed.length > 0 ? 1 : 0
}

function parse(args: readonly string[]): Options | undefined {
  try {
    return parseOptions(args)
  } catch (error) {
    console.error((error as Error).message)
    return undefined
  }
}
