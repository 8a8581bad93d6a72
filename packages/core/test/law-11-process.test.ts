import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'

const script = fileURLToPath(new URL('./support/process-that-ends.ts', import.meta.url))

/** What the process prints until it ends. It is killed, and this rejects, if it does not. */
async function run(scenario: string): Promise<string[]> {
  const node = [
    '--conditions=@larder/source',
    '--import',
    'tsx',
    '--unhandled-rejections=strict',
    script,
    scenario,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, node, { timeout: 60_000 })
  return stdout.trim().split('\n')
}

const ENDS: readonly (readonly [string, readonly string[]])[] = [
  ['everything is closed', ['LARDER_CLOSED']],
  ['nobody awaits the loads', ['no connection', 'LARDER_SOURCE_TIMEOUT', 'gave up']],
  ['nobody awaits the refresh, and nothing is closed', ['2 calls']],
  ['the store hangs in the background, and nothing is closed', []],
  ['an invalidation is undelivered, and nothing is closed', ['LARDER_INVALIDATION_PENDING']],
]

test.each(ENDS)(
  'law 11: a process ends by itself when %s',
  async (scenario, printed) => {
    expect(await run(scenario)).toEqual([...printed, 'exit 0'])
  },
  70_000,
)

test.each([
  ['a caller awaits a load', 'LARDER_SOURCE_TIMEOUT'],
  ['closing waits for the store that hangs in the background', 'closed'],
])(
  'law 11: a process goes on while %s',
  async (scenario, printed) => {
    expect(await run(scenario)).toEqual([printed, 'exit 0'])
  },
  70_000,
)
