import { execute } from './execute.ts'
import { requireRedis } from './require-redis.ts'

requireRedis()
const failureCosts = ['--conditions=@larder/source', '--import', 'tsx', 'test/failure-costs/index.ts']
process.exitCode = execute(process.execPath, [...failureCosts, ...process.argv.slice(2)]) ? 0 : 1
