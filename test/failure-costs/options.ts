/** What the command line asks for. */
import { parseArgs } from 'node:util'

export interface Options {
  /** Names of scenarios. Default: all. */
  readonly only: readonly string[]
  readonly json: boolean
  /** Whether `docs/failure-costs.md` is written anew. */
  readonly write: boolean
  /** How long the soak takes, in seconds. */
  readonly soak: number
}

const USAGE = 'usage: npm run failure-costs -- [--only <scenario>]… [--json] [--write] [--soak 30]'

/** @throws TypeError that says how it is used */
export function parseOptions(args: readonly string[]): Options {
  const { only, json, write, soak } = parse(args)
  const seconds = Number(soak)
  if (!Number.isSafeInteger(seconds) || seconds < 1 || (write && only.length > 0)) throw new TypeError(USAGE)
  return { only, json, write, soak: seconds }
}

function parse(args: readonly string[]) {
  try {
    const options = {
      only: { type: 'string', multiple: true, default: [] as string[] },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      soak: { type: 'string', default: '30' },
    } as const
    return parseArgs({ args: [...args], options }).values
  } catch (cause) {
    throw new TypeError(`${(cause as Error).message}\n${USAGE}`, { cause })
  }
}
