/** The command line: `[--json] [--quick] [--only NAME ...] [--out FILE]`. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface Arguments {
  /** Print JSON instead of text. */
  readonly json: boolean
  readonly rounds: number
  /** The names of the tasks to run. */
  readonly names: readonly string[]
  /** Where to write the results as JSON, besides. */
  readonly out: string | undefined
}

const ROUNDS = 25
const QUICK_ROUNDS = 5

export function readArguments(args: readonly string[], known: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    // The names after the first of an --only.
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      out: { type: 'string' },
    },
  })
  const { json, quick, only = [], out } = values
  const asked = [...only, ...positionals]
  const unknown = asked.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new Error(`--only: expected names of ${known.join(', ')}, received ${unknown.join(', ')}.`)
  }
  return {
    json,
    rounds: quick ? QUICK_ROUNDS : ROUNDS,
    names: asked.length === 0 ? known : known.filter((name) => asked.includes(name)),
    // `npm run bench` goes into this package's folder, and its user is in the repository's.
    out: out === undefined ? undefined : resolve(process.env.INIT_CWD ?? '.', out),
  }
}
