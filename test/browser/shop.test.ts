/** The shop, as somebody uses it with a browser. */
import { expect, jest, test } from '@jest/globals'
import type { Locator, Page, Route } from 'playwright-core'
import { useBrowser } from '../support/browser.ts'
import { setHidden } from './support/hidden.ts'
import { openPage, priceInList, priceOn, savePrice, textOf } from './support/shop-pages.ts'
import { useCatalog } from './support/use-catalog.ts'

jest.setTimeout(120_000)
const at = useCatalog()
const browser = useBrowser()

test('a price that is edited shows in other tabs without a reload, in lists, and after a reload', async () => {
  const { context } = await browser.open()
  const [one, other, list] = [await context.newPage(), await context.newPage(), await context.newPage()]
  await openPage(one, at('/'))
  await one.getByLabel('Search').fill('brass bowl')
  await one.getByRole('button', { name: 'Search' }).click()
  await one.waitForURL(/\/search\?q=brass\+bowl$/)
  const link = one.getByRole('listitem').first().getByRole('link')
  const name = await textOf(link)
  await link.click()
  await one.getByRole('heading', { level: 1, name }).waitFor()
  await openPage(other, one.url())
  await one.getByRole('link', { name: 'Kitchen' }).waitFor()
  await openPage(list, at('/category/5'))
  const reads = countReads(other)

  await savePrice(one, '12.34')

  await one.getByText('Saved: €12.34.').waitFor()
  const announced = one.getByRole('status').filter({ hasText: '€12.34' })
  await announced.waitFor({ state: 'attached' })
  expect(await announced.count()).toBe(1)
  for (const price of [priceOn(one), priceOn(other), priceInList(list, name).first()])
    await shows(price, '€12.34')
  await expectMarked(priceOn(other))
  await list.getByRole('status').getByText(`${name} now costs €12.34.`).waitFor({ state: 'attached' })
  expect(reads()).toBe(0)
  await other.reload()
  await shows(priceOn(other), '€12.34')
})

test('the same by keyboard alone', async () => {
  const { context } = await browser.open()
  const [page, other] = [await context.newPage(), await context.newPage()]
  await openPage(other, at('/category/4'))
  await openPage(page, at('/'))
  const { keyboard } = page
  await keyboard.press('Tab')
  expect(await focusOf(page)).toBe('Skip to the content')
  await keyboard.press('Enter')
  await keyboard.press('/')
  await keyboard.type('lamp')
  await keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=lamp$/)
  await page.getByRole('heading', { level: 1, name: '“lamp”' }).waitFor()
  await tabTo(page, page.locator('.tile a').first())
  const name = await focusOf(page)
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await tabTo(page, page.getByLabel('New price'))
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('23.45')
  await keyboard.press('Enter')
  await shows(priceOn(page), '€23.45')
  await shows(priceInList(other, name).first(), '€23.45')
  await tabTo(page, page.locator('.cost summary'))
  await keyboard.press('Enter')
  await page.getByRole('row', { name: /basePrices/ }).waitFor()
})

test('a price that is none is refused with what is expected, and nothing is sent', async () => {
  const { context } = await browser.open()
  const page = await context.newPage()
  await openPage(page, at('/product/7'))
  const before = await textOf(priceOn(page))
  let sent = 0
  page.on('request', ({ url }) => {
    if (url().endsWith('/graphql')) sent += 1
  })
  for (const text of ['free', '-1', '1.999', '', '99999999999']) {
    await savePrice(page, text)
    const message = page.getByRole('alert')
    const received = text === '' ? 'nothing' : `“${text}”`
    await message
      .getByText(`Expected a price such as 12.99, up to €21,474,836.47. Received ${received}.`)
      .waitFor()
    expect(await page.getByLabel('New price').getAttribute('aria-invalid')).toBe('true')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('price')
  }
  expect(sent).toBe(0)
  expect(await textOf(priceOn(page))).toBe(before)
})

test('what does not exist is said to, on a page like any other', async () => {
  const { context } = await browser.open()
  const page = await context.newPage()
  await openPage(page, at('/product/spoon'))
  await page.getByRole('heading', { name: 'There is no such product' }).waitFor()
  await page.getByText('“spoon”').waitFor()
  await openPage(page, at('/category/spoons'))
  await page.getByRole('heading', { name: 'There is no such category' }).waitFor()
  await openPage(page, at('/search?q=unheard'))
  await page.getByText('No product has words in its name that begin with these.').waitFor()
})

test('a search is of 100 characters at most, and a longer one is told so', async () => {
  const { context } = await browser.open()
  const page = await context.newPage()
  const text = 'x'.repeat(101)
  await openPage(page, at(`/search?q=${text}`))
  await page.getByText('At most 100 characters can be searched for, and these are 101.').waitFor()
  expect(await page.title()).toBe(`${text} · Larder`)
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await page.getByLabel('Search').fill('')
  await page.getByLabel('Search').pressSequentially(text)
  expect(await page.getByLabel('Search').inputValue()).toBe('x'.repeat(100))
})

test('what the API refuses is said in its own words, without a button that could not help', async () => {
  const { context } = await browser.open()
  const page = await context.newPage()
  await openPage(page, at('/search?q=%00'))
  await page.getByRole('alert').getByText('text has to be a text of 0 to 100 characters.').waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})

test('what the shop has failed at is tried again, and whoever asked for it goes on in the page', async () => {
  const { context } = await browser.open()
  const page = await context.newPage()
  let answers = (route: Route) => route.fulfill({ json: { data: null, errors: [{ message: 'It broke.' }] } })
  await page.route('**/graphql', (route) => answers(route))
  await openPage(page, at('/'))
  await page.getByRole('heading', { level: 1, name: 'This page cannot be shown' }).waitFor()
  const button = page.getByRole('button', { name: 'Try again' })
  await button.focus()
  answers = (route) => route.continue()
  await page.keyboard.press('Enter')
  await button.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Things for a good home' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
})

test('a price that could be saved wakes a page that had failed', async () => {
  const { context } = await browser.open()
  const page = await context.newPage()
  let isBroken = false
  await page.route('**/graphql', (route) =>
    isBroken ? route.fulfill({ json: { errors: [{ message: 'It broke.' }] } }) : route.continue(),
  )
  await openPage(page, at('/product/12'))
  // It is not to try again by itself before.
  await page.evaluate(() => Object.assign(window, { setTimeout: () => 0 }))
  isBroken = true
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  const trouble = page.locator('.notice', { hasText: 'It broke.' })
  await trouble.waitFor()
  isBroken = false
  await savePrice(page, '5')
  await trouble.waitFor({ state: 'detached' })
  await shows(priceOn(page), '€5.00')
})

test('a page that nobody sees listens to nothing, and asks anew when it is shown', async () => {
  const { context } = await browser.open()
  const [page, other] = [await context.newPage(), await context.newPage()]
  await openPage(page, at('/product/9'))
  await openPage(other, at('/product/9'))
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/changes'))
  await setHidden(page, true)
  await ended
  await savePrice(other, '34.56')
  await shows(priceOn(other), '€34.56')
  expect(await textOf(priceOn(page))).not.toBe('€34.56')
  await setHidden(page, false)
  await shows(priceOn(page), '€34.56')
})

/** Waits until it does. */
async function shows(price: Locator, text: string): Promise<void> {
  await price.filter({ hasText: text }).waitFor()
}

async function expectMarked(price: Locator): Promise<void> {
  await price.and(price.page().locator('[data-new]')).waitFor()
}

function countReads(page: Page): () => number {
  let reads = 0
  page.on('framenavigated', () => {
    reads += 1
  })
  return () => reads
}

function focusOf(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? '')
}

/** By the Tab key, as often as it takes to get there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let i = 0; i < 50; i++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Expected to reach ${target} with the Tab key.`)
}
