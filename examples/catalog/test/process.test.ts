/** The catalogue as a process of its own: what `npm start` runs. */
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { ask } from './support/ask.ts'
import { type CatalogProcess, runCatalog } from './support/run-catalog.ts'

jest.setTimeout(180_000)

const running: CatalogProcess[] = []
const run = (environment: Readonly<Record<string, string>>) => {
  const child = runCatalog(environment)
  running.push(child)
  return child
}
afterEach(() => {
  for (const child of running.splice(0)) child.signal('SIGKILL')
})

test('says when it is ready, answers, and ends by itself when it is told to', async () => {
  const child = run({ PORT: '0' })
  const url = await child.ready
  const { data, extensions } = await ask(url, '{ topProducts(first: 3) { name price { amount } } }')
  expect(data.topProducts).toHaveLength(3)
  expect(extensions.sql).toBe(3)
  child.signal('SIGTERM')
  expect(await child.exit).toEqual([0, null])
  expect(child.output.join('\n')).toContain('products(ids: ["1"')
  expect(child.errors).toEqual([])
})

describe('a mistake is answered with one line, and exit code 1', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT: expected a whole number from 0 to 65535, received "http".'],
    [{ PORT: '65536' }, 'PORT: expected a whole number from 0 to 65535, received "65536".'],
    [
      { NEAR_TTL: 'soon' },
      'NEAR_TTL: expected milliseconds, or a duration such as \'30s\', above 0, received "soon".',
    ],
    [{ REDIS_URL: 'localhost' }, 'REDIS_URL: expected a URL that begins with redis:// or rediss://.'],
    [
      { DATABASE_URL: 'postgres://nobody@localhost:1/none' },
      expect.stringMatching(/^DATABASE_URL: no connection to that server \(.*ECONNREFUSED.*\)\.$/),
    ],
  ])('%j', async (environment, message) => {
    const child = run({ PORT: '0', ...environment })
    expect(await child.exit).toEqual([1, null])
    expect(child.errors).toEqual([message])
    expect(child.output).toEqual([])
  })
})
