/** What every page of the shop keeps to, whatever it shows. */
import { describe, expect, jest, test } from '@jest/globals'
import { accessibilityFaults } from '../support/accessibility.ts'
import { useBrowser } from '../support/browser.ts'
import { openPage, PATHS } from './support/shop-pages.ts'
import { useCatalog } from './support/use-catalog.ts'

jest.setTimeout(120_000)
const at = useCatalog()
const browser = useBrowser()

const NARROW = { width: 320, height: 640 }
/** In bytes. */
const MOST = 300_000

describe.each(PATHS)('the page %s', (path) => {
  test('fits a narrow screen: nothing scrolls sideways', async () => {
    const { context } = await browser.open({ viewport: NARROW })
    const page = await context.newPage()
    await openPage(page, at(path))
    await page.locator('.cost summary').click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
  })

  test.each(['light', 'dark'] as const)('has no serious fault of accessibility, %s', async (colorScheme) => {
    const { context } = await browser.open({ colorScheme, bypassCSP: true })
    const page = await context.newPage()
    await openPage(page, at(path))
    await page.locator('.cost summary').click()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('is transferred in at most 300 kB', async () => {
    const { context, record } = await browser.open()
    const page = await context.newPage()
    const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/graphql'))
    await openPage(page, at(path))
    await answered
    const bytes = await record.bytes()
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThanOrEqual(MOST)
  })
})

test('an address that leads nowhere is told so, and where to go on', async () => {
  // The browser itself says so in its console.
  const { context } = await browser.open({ bypassCSP: true, except: /404/ })
  const page = await context.newPage()
  for (const path of ['/nowhere', '/product/%', '/category/5/x']) {
    await openPage(page, at(path))
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  }
  await page.getByRole('link', { name: 'What sells best' }).click()
  await page.getByRole('heading', { name: 'Best sellers' }).waitFor()
})

test('a fault of accessibility is found', async () => {
  const { context } = await browser.open({ bypassCSP: true })
  const page = await context.newPage()
  await openPage(page, at('/'))
  await page.evaluate(() => document.getElementById('search')?.removeAttribute('placeholder'))
  await page.evaluate(() => document.querySelector('label')?.remove())
  expect(await accessibilityFaults(page)).toEqual([expect.stringMatching(/^label: /)])
})
