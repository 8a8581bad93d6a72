import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'

const script = fileURLToPath(new URL('./support/near-heap.ts', import.meta.url))
const MIB = 1024 * 1024
/** What the near caches of the process are told to keep at most. */
const MAX_BYTES = 8 * MIB
const PATIENCE = 120_000

async function measure(scenario: string): Promise<Record<string, number>> {
  const node = ['--expose-gc', '--conditions=@larder/source', '--import', 'tsx', script, scenario]
  const { stdout } = await promisify(execFile)(process.execPath, node, { timeout: PATIENCE })
  return JSON.parse(stdout)
}

test(
  'a million near reads leave nothing on the heap',
  async () => {
    const { near, growth } = await measure('a million near reads')
    expect(near).toBe(1_000_000)
    expect(growth).toBeLessThan(MIB)
  },
  PATIENCE,
)

test(
  '200,000 unknown IDs take their share of the near cache, and push out nothing real',
  async () => {
    const { near, hits, growth, taken } = await measure('200,000 unknown IDs')
    expect({ near, hits }).toEqual({ near: 100, hits: 100 })
    expect(taken).toBeLessThan(MAX_BYTES)
    expect(growth).toBeLessThan(MIB)
  },
  PATIENCE,
)

describe('a near cache takes about as many bytes as it may', () => {
  test.each([
    ...['full of small records', 'full of records', 'full of text', 'full of text that is not Latin'],
    ...['full of numbers', 'full of lists'],
  ])(
    '%s',
    async (scenario) => {
      const { kept, undecoded, decoded } = await measure(scenario)
      expect(kept).toBeGreaterThan(1_000)
      expect(undecoded).toBeLessThan(MAX_BYTES)
      expect(decoded).toBeGreaterThan(0.6 * MAX_BYTES)
      expect(decoded).toBeLessThan(1.3 * MAX_BYTES)
    },
    PATIENCE,
  )
})
