/**
 * `npm run bench:report [-- --check]`: writes `docs/benchmarks.md` and its charts from `bench/results.json`; with
 * `--check` writes nothing, and exits with 1 where they differ.
 */
import { parseArgs } from 'node:util'
import { makeFiles } from '@larder/test/made-files'
import { readResults } from './committed.ts'
import { CHARTS, filesOf } from './files.ts'
import { TASKS } from './words.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
makeFiles({ files: filesOf(readResults(), TASKS), folder: CHARTS }, values.check)
