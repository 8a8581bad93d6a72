import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { parseOptions } from './torture/options.ts'

const program = fileURLToPath(new URL('torture/index.ts', import.meta.url))
const flags = ['--conditions=@larder/source', '--import', 'tsx']

/** As long as the longest run takes, and its beginning and end on a busy machine. */
jest.setTimeout(240_000)

/** What has not ended by itself when its test ends: that test has failed. */
const running = new Set<ChildProcess>()
afterEach(async () => {
  for (const child of running) await kill(child)
})

async function torture(...args: string[]) {
  const child = spawn(process.execPath, [...flags, program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  child.once('close', () => running.delete(child))
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stderr, summary: stdout === '' ? undefined : JSON.parse(stdout) }
}

/** What it has started does not outlive it. */
async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

describe('the torture run', () => {
  test('finds nothing in Larder as it is', async () => {
    const { code, stderr, summary } = await torture('--seconds', '6', '--seed', '7')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(summary).toMatchObject({ seed: 7, processes: 4, violations: 0 })
  })

  test('finds nothing with near caches', async () => {
    const { code, stderr, summary } = await torture('--seconds', '6', '--seed', '7', '--near')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(summary).toMatchObject({ seed: 7, processes: 4, violations: 0 })
    expect(summary.excluded.near).toBeGreaterThan(0)
  })

  test('finds nothing on a Cluster', async () => {
    const { code, stderr, summary } = await torture('--seconds', '6', '--seed', '7', '--cluster')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(summary).toMatchObject({ seed: 7, processes: 4, cluster: true, violations: 0 })
  })

  test('law 3: is broken, and found to be, within seconds without the fence', async () => {
    await expectBroken('fence')
  })

  test('law 3: is broken, and found to be, within seconds where any flight may be joined', async () => {
    await expectBroken('rule')
  })

  test('law 3: is broken, and found to be, within seconds where what is near obeys no invalidation', async () => {
    await expectBroken('near')
  })

  test('law 3: is broken, and found to be, within seconds where what is near is kept longer than is said', async () => {
    await expectBroken('near-ttl')
  })

  test.each(['fence', 'rule', 'near'])(
    'law 3: is found to be broken on a Cluster, too: %s',
    async (guard) => {
      await expectBroken(guard, '--cluster')
    },
  )

  test.each([['--seconds', 'many'], ['--processes', '1'], ['--break', 'everything'], ['--fast']])(
    'says how it is used where it is told %s %s',
    (...args) => {
      expect(() => parseOptions(args)).toThrow('usage: npm run torture')
    },
  )
})

/** A run ends with the first violation, after a few seconds, or a minute on a busy machine. Two processes, of which one hears no news, do. */
const LONGEST = 180
const BRIEF = ['--seconds', `${LONGEST}`, '--seed', '7', '--processes', '2']

async function expectBroken(guard: string, ...more: string[]) {
  const { code, stderr, summary } = await torture(...BRIEF, '--break', guard, ...more)
  expect(code).toBe(1)
  expect(stderr).toContain('law 3: a read returned a row older than an invalidation that it must obey')
  expect(summary.violations).toBeGreaterThan(0)
  expect(summary.seconds).toBeLessThan(LONGEST)
}
