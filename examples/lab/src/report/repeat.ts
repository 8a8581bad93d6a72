/** How the runs of the page are made once more. */
import type { Results } from '../cli/results.ts'
import { DEFAULTS, LIMITS, type Numbers, type Plan, writePlan } from '../contract/index.ts'
import { numbersOf } from './what-was-run.ts'

/** On the lab's own page, of a catalogue where it usually is. */
export function repeatLink(plan: Plan): string {
  return `[Run this one in the lab](http://localhost:4000/lab?${writePlan(plan)}&run=now)`
}

export function repeatCommands(results: Results): string {
  const flags = [
    ...['--scenario', 'all'],
    ...(isReal(results) ? ['--real'] : []),
    ...numberFlags(numbersOf(results)),
  ].join(' ')
  return `\`\`\`sh
npm run ${isReal(results) ? 'start:real' : 'start'} # then the links above lead to the lab
npm run lab -- ${flags} # the same in the terminal
npm run -s lab -- ${flags} --json > examples/lab/results.json
npm run lab:report # this page, from that file
\`\`\``
}

function isReal({ database, store }: Results): boolean {
  return database === 'postgres' && store === 'redis'
}

function numberFlags(numbers: Numbers): string[] {
  const names = Object.keys(LIMITS) as readonly (keyof Numbers)[]
  return names
    .filter((name) => numbers[name] !== DEFAULTS[name])
    .flatMap((name) => [`--${name}`, `${numbers[name]}`])
}
