import { execute } from './execute.ts'

const checks = [
  ['biome', 'check'],
  ['depcruise', 'packages', 'examples', 'test', 'bench'],
  ['tsc', '--project', 'tsconfig.json'],
  ['knip'],
]

// All of them run, so that one look shows everything that is wrong.
const failed = checks.filter(([command = '', ...args]) => !execute(command, args))
for (const command of failed) console.error(`failed: ${command.join(' ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
