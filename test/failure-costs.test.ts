import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { atLeast, atMost, type Bound } from './failure-costs/bound.ts'
import { failureCosts } from './failure-costs/command.ts'
import type { Counts } from './failure-costs/counts.ts'
import { PAGE } from './failure-costs/page.ts'
import { inRounds } from './failure-costs/readers.ts'
import type { Scenario } from './failure-costs/scenario.ts'
import { scenarios } from './failure-costs/scenarios/index.ts'

const SOAK = 30

async function run(args: readonly string[], some: readonly Scenario[] = scenarios(SOAK)) {
  const told: string[] = []
  const complaints: string[] = []
  const print = {
    log: (text: string) => void told.push(text),
    error: (text: string) => void complaints.push(text),
  }
  const code = await failureCosts(args, () => some, print)
  return { code, told: told.join('\n'), complaints: complaints.join('\n') }
}

/** 5 rounds of 4 readers of one absent key: Larder makes 1 call, naive cache-aside makes 4. */
function coldKey(bounds: (measured: Counts) => Bound[]): Scenario {
  return {
    name: 'cold-key',
    fails: 'nothing',
    law: 1,
    bound: 'as given',
    run(world) {
      const cached = world.open()
      return world.measure(() => inRounds(world, cached, { rounds: 5, readers: 4 }, () => ['a']))
    },
    bounds,
  }
}

describe('failure costs', () => {
  test('are within their bounds where they are, and the source is called more often by naive cache-aside', async () => {
    const { code, told, complaints } = await run([
      '--json',
      '--only',
      'store-full',
      '--only',
      'store-restarted',
    ])
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
    for (const { larder, naive } of JSON.parse(told)) {
      expect(larder.broken).toEqual([])
      expect(naive.broken).not.toEqual([])
      expect(naive.measured.calls).toBeGreaterThan(larder.measured.calls)
    }
  })

  test('are told as a table', async () => {
    const { code, told } = await run([], [coldKey(({ calls }) => [atMost('source calls', calls, 1)])])
    expect(code).toBe(0)
    expect(told).toMatch(
      /^\| what fails .*\n\| --- .*\n\| `cold-key`: nothing \| 1 \| as given \| 1 \| .* \| 4 \| /,
    )
  })

  test('make the exit code 1 where a bound is broken', async () => {
    const { code, complaints } = await run([], [coldKey(({ calls }) => [atMost('source calls', calls, 0)])])
    expect(code).toBe(1)
    expect(complaints).toBe('cold-key: law 1 is broken: source calls: 1, expected at most 0')
  })

  test('make it 1 where a minimum is not reached: an error that is cached for ever costs nothing', async () => {
    const { code, complaints } = await run([], [coldKey(({ calls }) => [atLeast('source calls', calls, 2)])])
    expect(code).toBe(1)
    expect(complaints).toContain('cold-key: law 1 is broken: source calls: 1, expected at least 2')
  })

  test('make it 1 where naive cache-aside keeps the bounds, too: they prove nothing', async () => {
    const { code, complaints } = await run([], [coldKey(({ calls }) => [atMost('source calls', calls, 4)])])
    expect(code).toBe(1)
    expect(complaints).toBe('cold-key: proves nothing: naive cache-aside keeps all its bounds')
  })

  test.each([['--only', 'nothing'], ['--soak', '0'], ['--fast'], ['--write', '--only', 'store-full']])(
    'says what there is where it is told %s %s',
    async (...args) => {
      const { code, told, complaints } = await run(args)
      expect({ code, told }).toEqual({ code: 2, told: '' })
      expect(complaints).toMatch(/usage: npm run failure-costs|expected one of source-failing, /)
    },
  )

  test('docs/failure-costs.md has every scenario, with its law and bound', () => {
    const page = readFileSync(PAGE, 'utf8')
    const rows = scenarios(SOAK).map(
      ({ name, fails, law, bound }) => `| \`${name}\`: ${fails} | ${law} | ${bound} |`,
    )
    expect(rows.filter((row) => !page.includes(row))).toEqual([])
  })
})
