/** The tour in the README, made as it stands there: each query logs the line that it says. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { openCatalog } from './support/open-catalog.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const steps = [...readme.matchAll(/```graphql\n([\s\S]+?)```\n\n```\n(.+)\n```/g)].map(
  ([, query = '', line = '']) => ({
    query,
    line,
    headers: Object.fromEntries(
      [...query.matchAll(/^# (x-tenant): (\w+)$/gm)].map(([, name, value]) => [name, value]),
    ),
  }),
)

const withoutTime = (line: string | undefined) => line?.replace(/ \d+ ms,/, '')

describe('the tour', () => {
  const shop = openCatalog()

  test('says what each query costs', async () => {
    expect(steps.length).toBe(readme.split('```graphql').length - 1)
    for (const { query, headers } of steps) {
      const { errors } = await shop.ask(query, { headers })
      expect(errors).toBeUndefined()
    }
    expect(shop.log.map(withoutTime)).toEqual(steps.map(({ line }) => withoutTime(line)))
  })
})
