import { execute } from './execute.ts'
import { requireProgram } from './require-program.ts'

requireProgram('redis')
const failureCosts = ['--conditions=@larder/source', '--import', 'tsx', 'test/failure-costs/index.ts']
process.exitCode = execute(process.execPath, [...failureCosts, ...process.argv.slice(2)]) ? 0 : 1
