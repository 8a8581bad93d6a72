/**
 * `npm test`: all tests, or with paths or names those that Jest finds by them. Tests whose files are called `*.alone.test.ts` run
 * a load: when all are run they come last, one file at a time, so that nobody else's load is measured, nor others meet theirs.
 */
import { jest } from './jest.ts'
import { requireProgram } from './require-program.ts'

const ALONE = '\\.alone\\.test\\.ts$'

requireProgram('redis')
requireProgram('postgres')
requireProgram('chromium')
const args = process.argv.slice(2)
const isAll = args.every((arg) => arg.startsWith('--'))
process.exitCode = (isAll ? runAll(args) : jest(...args)) ? 0 : 1

function runAll(args: readonly string[]): boolean {
  const first = jest(...args, '--testPathIgnorePatterns', ALONE, '/node_modules/')
  const last = jest(...args.map(besideFirst), '--testPathPatterns', ALONE, '--maxWorkers', '1')
  return first && last
}

/** The second run's report is a file of its own. */
function besideFirst(arg: string): string {
  return arg.replace(/^(--outputFile=.*?)(\.json)?$/, '$1-alone$2')
}
