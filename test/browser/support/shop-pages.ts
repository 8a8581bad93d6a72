/** The pages of the shop, as people find their way in them. */
import type { Locator, Page } from 'playwright-core'

/** One of each kind, and what each shows where there is nothing to show. */
export const PATHS = [
  '/',
  '/search?q=oak+lamp',
  '/search?q=',
  '/search?q=nothing+at+all',
  '/category/5',
  '/category/none',
  '/product/1',
  '/product/none',
]

/** Resolves when the page has its answer. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

export const priceOn = (page: Page) => page.locator('.product-price .price')

export const priceInList = (page: Page, product: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: product, exact: true }) })
    .locator('.price')

export const costOn = (page: Page) => page.getByRole('complementary', { name: 'What this page has cost' })

export async function savePrice(page: Page, price: string): Promise<void> {
  await page.getByLabel('New price').fill(price)
  await page.getByRole('button', { name: 'Save' }).click()
}

export async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? ''
}
