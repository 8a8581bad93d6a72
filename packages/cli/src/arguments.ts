/** The command line, taken apart and checked. */
import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

export interface Where {
  readonly url: string
  readonly isCluster: boolean
}

export type Command = { readonly where: Where; readonly asJson: boolean } & (
  | {
      readonly name: 'peek'
      readonly namespace: string
      readonly loader: string
      readonly id: string
      /** Parsed; `undefined` for a loader without scope. */
      readonly scope: unknown
      readonly version: number | undefined
      readonly withValue: boolean
    }
  | { readonly name: 'hot'; readonly namespace: string }
  | {
      readonly name: 'flush-loader'
      readonly namespace: string
      readonly loader: string
      readonly isAgreed: boolean
    }
)

const OPTIONS = {
  url: { type: 'string' },
  cluster: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
  scope: { type: 'string' },
  version: { type: 'string' },
  value: { type: 'boolean' },
  yes: { type: 'boolean' },
} as const

/** By command: what it is given, in order, and the options that it alone has. */
const COMMANDS = {
  peek: { operands: ['NAMESPACE', 'LOADER', 'ID'], own: ['scope', 'version', 'value'] },
  hot: { operands: ['NAMESPACE'], own: [] },
  'flush-loader': { operands: ['NAMESPACE', 'LOADER'], own: ['yes'] },
} as const
const OWN = ['scope', 'version', 'value', 'yes'] as const

/**
 * `undefined` where help was asked for.
 *
 * @throws UsageError
 */
export function readArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Command | undefined {
  const { values, positionals } = parse(args)
  if (values.help || args.length === 0) return undefined
  const [name, ...operands] = positionals
  if (name !== 'peek' && name !== 'hot' && name !== 'flush-loader')
    throw new UsageError(
      `expected a command, ${Object.keys(COMMANDS).join(', ')}; received ${name ?? 'none'}`,
    )
  const { operands: expected, own } = COMMANDS[name]
  if (operands.length !== expected.length)
    throw new UsageError(`${name}: expected ${expected.join(' ')}; received ${operands.length} of them`)
  const foreign = OWN.find((option) => values[option] !== undefined && !own.some((it) => it === option))
  if (foreign !== undefined) throw new UsageError(`${name}: there is no option --${foreign}`)
  const common = {
    where: { url: urlOf(values.url ?? env.REDIS_URL), isCluster: values.cluster === true },
    asJson: values.json === true,
    namespace: operands[0] as string,
  }
  const loader = operands[1] as string
  if (name === 'hot') return { name, ...common }
  if (name === 'flush-loader') return { name, ...common, loader, isAgreed: values.yes === true }
  const [scope, version] = [scopeOf(values.scope), versionOf(values.version)]
  return {
    name,
    ...common,
    loader,
    id: operands[2] as string,
    scope,
    version,
    withValue: values.value === true,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** It may hold a password: nothing of it is shown. */
function urlOf(url = 'redis://localhost:6379'): string {
  if (URL.canParse(url) && /^rediss?:\/\//.test(url)) return url
  throw new UsageError('--url, or REDIS_URL: expected a URL such as redis://localhost:6379')
}

function scopeOf(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`--scope: expected JSON, such as --scope '"ann"'`)
  }
}

function versionOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const version = Number(text)
  if (Number.isSafeInteger(version) && version >= 1) return version
  throw new UsageError('--version: expected a whole number from 1')
}
