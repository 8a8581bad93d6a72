/**
 * `npm run bench:report [-- --check]`: writes `docs/benchmarks.md` and its charts from `bench/results.json`; with
 * `--check` writes nothing, and exits with 1 where they differ.
 */
import { parseArgs } from 'node:util'
import { differing, readResults, write } from './committed.ts'
import { filesOf } from './files.ts'
import { TASKS } from './words.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
const files = filesOf(readResults(), TASKS)
const paths = differing(files)
if (!values.check) write(files)
else if (paths.length > 0) process.exitCode = 1
const nothing = 'The page and its charts are what the results give.'
console.log(
  paths.length === 0
    ? nothing
    : `${values.check ? 'Not' : 'Now'} as the results give them: ${paths.join(', ')}`,
)
