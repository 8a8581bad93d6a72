import { jest } from './jest.ts'
import { requireRedis } from './require-redis.ts'

requireRedis()
process.exitCode = jest(...process.argv.slice(2)) ? 0 : 1
