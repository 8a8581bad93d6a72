/** What a page of the shop says that it has cost, beside what the API has said. */
import { expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { useBrowser } from '../support/browser.ts'
import { costOn, openPage, PATHS, priceOn, savePrice, textOf } from './support/shop-pages.ts'
import { useCatalog } from './support/use-catalog.ts'

jest.setTimeout(120_000)
const at = useCatalog()
const browser = useBrowser()

type Counts = Readonly<Record<'hits' | 'stale' | 'missing' | 'joined' | 'loaded' | 'errors', number>>
interface Extensions {
  readonly sql: number
  readonly larder: Readonly<Record<'loaders' | 'resolvers', Readonly<Record<string, Counts>>>>
}

test.each(PATHS)(
  'the page %s shows what its one operation has cost, the first time and the second',
  async (path) => {
    const { context } = await browser.open()
    const page = await context.newPage()
    for (const _ of ['loaded', 'cached']) {
      const answered = answerOf(page)
      await openPage(page, at(path))
      await expectCost(page, await answered)
    }
  },
)

test('the second time there is no SQL, and the list of categories counts as the loaders do', async () => {
  const { context } = await browser.open()
  const page = await context.newPage()
  await openPage(page, at('/'))
  const answered = answerOf(page)
  await page.reload()
  const { sql, larder } = await answered
  expect(sql).toBe(0)
  expect(larder.resolvers['Query.categories']).toMatchObject({ hits: 1 })
  await page.locator('.cost summary').click()
  await page.getByRole('row', { name: 'Query.categories 1 hit', exact: true }).waitFor()
})

test('a changed price shows with what it has cost', async () => {
  const { context } = await browser.open()
  const [page, other] = [await context.newPage(), await context.newPage()]
  await openPage(page, at('/product/11'))
  await openPage(other, at('/product/11'))
  const answered = answerOf(other)
  await savePrice(page, '45.67')
  const extensions = await answered
  await priceOn(other).filter({ hasText: '€45.67' }).waitFor()
  await expectCost(other, extensions)
})

async function answerOf(page: Page): Promise<Extensions> {
  const response = await page.waitForResponse((response) => response.url().endsWith('/graphql'))
  return (await response.json()).extensions
}

async function expectCost(page: Page, { sql, larder }: Extensions): Promise<void> {
  const reports = Object.values({ ...larder.loaders, ...larder.resolvers })
  const total = (outcome: keyof Counts) => reports.reduce((sum, counts) => sum + counts[outcome], 0)
  const shown = await textOf(costOn(page).locator('summary'))
  expect(numbersIn(shown)).toEqual({
    SQL: sql,
    hits: total('hits'),
    joined: total('joined'),
    loaded: total('loaded'),
    ...(total('missing') > 0 && { missing: total('missing') }),
    ms: expect.any(Number),
  })
}

/** By the words behind them. */
function numbersIn(text: string): Record<string, number> {
  return Object.fromEntries(
    text.split(' · ').map((part) => {
      const [count, word = ''] = part.split(' ')
      return [word === 'hit' ? 'hits' : word, Number(count)]
    }),
  )
}
