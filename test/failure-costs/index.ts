/**
 * `npm run failure-costs [-- --only source-failing --json --write --soak 30]`: what each failure costs on a real Redis, as a
 * table. Exits with 1 where a count breaks its bound.
 *
 * `scenarios/` are what fails and the bounds, `contenders/` who has to keep them, `world.ts` what they are run in, `judge.ts`
 * the verdict; `child/` are the processes of scenarios that need several.
 */
import { failureCosts } from './command.ts'
import { scenarios } from './scenarios/index.ts'

process.exitCode = await failureCosts(process.argv.slice(2), scenarios)
