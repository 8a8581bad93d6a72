/**
 * `npm run lab:report [-- --check]`: writes `docs/stampede.md` and its pictures from `examples/lab/results.json`; with
 * `--check` writes nothing, and exits with 1 where they differ.
 */
import { parseArgs } from 'node:util'
import { makeFiles } from '@larder/test/made-files'
import { readResults } from './committed.ts'
import { filesOf, PICTURES } from './files.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
makeFiles({ files: filesOf(readResults()), folder: PICTURES }, values.check)
