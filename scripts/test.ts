import { jest } from './jest.ts'
import { requireProgram } from './require-program.ts'

requireProgram('redis')
requireProgram('postgres')
requireProgram('chromium')
process.exitCode = jest(...process.argv.slice(2)) ? 0 : 1
