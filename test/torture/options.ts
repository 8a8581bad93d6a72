/** What the command line asks for. */
import { parseArgs } from 'node:util'

/** Guards of law 3 that can be taken out, to see that the checker notices. */
const BREAKABLE = ['fence', 'rule', 'near', 'near-ttl', 'tag-time'] as const
export type Broken = (typeof BREAKABLE)[number]

export interface Options {
  readonly seconds: number
  /** Decides who asks for what and when, how the source answers, and which faults come in which order. */
  readonly seed: number
  readonly processes: number
  /** Whether every process has a near cache. */
  readonly near: boolean
  /** Whether rows bear tags, and half of what is invalidated is invalidated by one. */
  readonly tags: boolean
  /** Whether it goes on a Cluster of three nodes, or else on one server. */
  readonly cluster: boolean
  readonly broken: Broken | undefined
}

const USAGE =
  'usage: npm run torture -- [--seconds 60] [--seed 7] [--processes 4] [--cluster] [--near] [--tags] ' +
  `[--break ${BREAKABLE.join('|')}]\n` +
  'Seconds and processes are whole numbers, processes 2 or more: half of them run version 1, half version 2.'

/** @throws TypeError that says how it is used */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parse(args)
  const broken = BREAKABLE.find((guard) => guard === values.break)
  if (values.break !== broken) throw new TypeError(USAGE)
  return {
    seconds: whole(values.seconds, 1),
    seed: whole(values.seed, 0),
    processes: whole(values.processes, 2),
    cluster: values.cluster,
    tags: values.tags || broken === 'tag-time',
    near: values.near || broken === 'near' || broken === 'near-ttl',
    broken,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        seconds: { type: 'string', default: '60' },
        seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
        processes: { type: 'string', default: '4' },
        cluster: { type: 'boolean', default: false },
        near: { type: 'boolean', default: false },
        tags: { type: 'boolean', default: false },
        break: { type: 'string' },
      },
    })
  } catch (cause) {
    throw new TypeError(`${(cause as Error).message}\n${USAGE}`, { cause })
  }
}

function whole(text: string, least: number): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < least) throw new TypeError(USAGE)
  return number
}
