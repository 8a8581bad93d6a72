import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { parseOptions } from './torture/options.ts'

const program = fileURLToPath(new URL('torture/index.ts', import.meta.url))
const flags = ['--conditions=@larder/source', '--import', 'tsx']

/** Of a test whose run may take so long. */
const TIMEOUT = 100_000

async function torture(...args: string[]) {
  const child = spawn(process.execPath, [...flags, program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stderr, summary: stdout === '' ? undefined : JSON.parse(stdout) }
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

  test('finds nothing on a Cluster, where rows bear tags', async () => {
    const { code, stderr, summary } = await torture('--seconds', '6', '--seed', '7', '--cluster', '--tags')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(summary).toMatchObject({ seed: 7, processes: 4, cluster: true, tags: true, violations: 0 })
  })

  test(
    'law 3: is broken, and found to be, within seconds where a tag counts from when an entry was stored',
    async () => {
      await expectBroken('tag-time')
    },
    TIMEOUT,
  )

  test(
    'law 3: is broken, and found to be, within seconds without the fence',
    async () => {
      await expectBroken('fence')
    },
    TIMEOUT,
  )

  test(
    'law 3: is broken, and found to be, within seconds where any flight may be joined',
    async () => {
      await expectBroken('rule')
    },
    TIMEOUT,
  )

  test(
    'law 3: is broken, and found to be, within seconds where what is near obeys no invalidation',
    async () => {
      await expectBroken('near')
    },
    TIMEOUT,
  )

  test(
    'law 3: is broken, and found to be, within seconds where what is near is kept longer than is said',
    async () => {
      await expectBroken('near-ttl')
    },
    TIMEOUT,
  )

  test.each(['fence', 'rule', 'near'])(
    'law 3: is found to be broken on a Cluster, too: %s',
    async (guard) => {
      await expectBroken(guard, '--cluster')
    },
    TIMEOUT,
  )

  test.each([['--seconds', 'many'], ['--processes', '1'], ['--break', 'everything'], ['--fast']])(
    'says how it is used where it is told %s %s',
    (...args) => {
      expect(() => parseOptions(args)).toThrow('usage: npm run torture')
    },
  )
})

/** A run ends with the first violation, after a few seconds unless the machine is busy. Two processes, of which one hears no news, do. */
const LONGEST = 60
const BRIEF = ['--seconds', `${LONGEST}`, '--seed', '7', '--processes', '2']

async function expectBroken(guard: string, ...more: string[]) {
  const { code, stderr, summary } = await torture(...BRIEF, '--break', guard, ...more)
  expect(code).toBe(1)
  expect(stderr).toContain('law 3: a read returned a row older than an invalidation that it must obey')
  expect(summary.violations).toBeGreaterThan(0)
  expect(summary.seconds).toBeLessThan(LONGEST)
}
