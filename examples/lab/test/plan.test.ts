import { expect, test } from '@jest/globals'
import { DEFAULTS, PlanError, readPlan, scenarioNames, writePlan } from '../src/contract/index.ts'

test('what is not there, or empty, is as in the defaults, and what is not known is left alone', () => {
  expect(readPlan({})).toEqual(DEFAULTS)
  expect(readPlan({ rate: '', seconds: undefined, run: 'now' })).toEqual(DEFAULTS)
  expect(readPlan(new URLSearchParams('scenario=&pool=20&colour=red'))).toEqual(DEFAULTS)
})

test('a plan that was written into a URL is read as the same', () => {
  for (const scenario of scenarioNames) {
    const plan = { ...DEFAULTS, scenario, protections: ['none', 'larder'] as const, rate: 17, processes: 8 }
    expect(readPlan(new URLSearchParams(writePlan(plan).toString()))).toEqual(plan)
  }
})

test('a plan that came as JSON is read as it was', () => {
  const plan = { ...DEFAULTS, seconds: 5, query: 1, protections: ['larder'] }
  expect(readPlan(JSON.parse(JSON.stringify(plan)))).toEqual(plan)
})

test('protections are run in their own order, each once', () => {
  expect(readPlan({ protections: 'larder, none,larder' }).protections).toEqual(['none', 'larder'])
})

test.each([
  [{ scenario: 'flood' }, 'scenario: expected one of expire-hot-key, '],
  [{ scenario: ['empty-cache'] }, 'scenario: expected a text or a number, received something else.'],
  [{ protections: [['none']] }, 'protections: expected a text or a number'],
  [{ protections: [{}] }, 'protections: expected a text or a number'],
  [{ protections: [] }, 'protections: expected one of none, single-flight, larder, received "".'],
  [{ rate: { toString: 1 } }, 'rate: expected a text or a number'],
  [{ rate: true }, 'rate: expected a text or a number'],
  [
    { protections: 'none,luck' },
    'protections: expected one of none, single-flight, larder, received "luck".',
  ],
  [{ rate: '1e3' }, 'rate: expected a whole number from 1 to 5000, received "1e3".'],
  [{ rate: 0 }, 'rate: expected'],
  [{ rate: -1 }, 'rate: expected'],
  [{ seconds: 4 }, 'seconds: expected a whole number from 5 to 60, received "4".'],
  [{ seconds: 5.5 }, 'seconds: expected'],
  [{ query: '400 ms' }, 'query: expected'],
  [{ query: '9'.repeat(1_000) }, 'query: expected a whole number from 1 to 2000, received "9999'],
  [{ pool: 201 }, 'pool: expected'],
  [{ processes: {} }, 'processes: expected a text or a number'],
  [{ pool: 2, processes: 3 }, 'pool: expected a connection for each of 3 processes, received 2.'],
])('what the lab does not do is refused, with what it does: %j', (given, message) => {
  expect(() => readPlan(given)).toThrow(PlanError)
  expect(() => readPlan(given)).toThrow(message)
})

test('a refusal is short, whatever was given', () => {
  let message = ''
  try {
    readPlan({ scenario: 'x'.repeat(100_000) })
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).toMatch(/x…/)
  expect(message.length).toBeLessThan(300)
})
