import { execute } from './execute.ts'
import { requireProgram } from './require-program.ts'

requireProgram('redis')
const torture = ['--conditions=@larder/source', '--import', 'tsx', 'test/torture/index.ts']
process.exitCode = execute(process.execPath, [...torture, ...process.argv.slice(2)]) ? 0 : 1
