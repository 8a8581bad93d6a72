/** What the lab's page keeps to, before a run and after it. */
import { expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../support/accessibility.ts'
import { useBrowser } from '../support/browser.ts'
import { openLab, untilDone } from './support/lab-page.ts'
import { useCatalog } from './support/use-catalog.ts'

jest.setTimeout(240_000)
const at = useCatalog()
const browser = useBrowser()

const SHORT = '/lab?rate=100&seconds=5&query=50&pool=2&protections=none,larder&run=now'

test('it has no serious fault of accessibility, before, during and after a run, light and dark', async () => {
  const { context } = await browser.open({ bypassCSP: true })
  const page = await context.newPage()
  await openLab(page, at('/lab'))
  await expectNoFaults(page)
  await openLab(page, at(SHORT))
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await expectNoFaults(page)
  await untilDone(page)
  await expectNoFaults(page)
})

test('it fits a narrow screen: nothing scrolls sideways', async () => {
  const { context } = await browser.open({ viewport: { width: 320, height: 640 } })
  const page = await context.newPage()
  await openLab(page, at(SHORT))
  expect(await widthOf(page)).toBe(320)
  await untilDone(page)
  expect(await widthOf(page)).toBe(320)
})

test('on a narrow screen the run comes before its options, for the eye and for the keyboard', async () => {
  const { context } = await browser.open({ viewport: { width: 320, height: 640 } })
  const page = await context.newPage()
  await openLab(page, at('/lab'))
  const button = page.getByRole('button', { name: 'Run' })
  const { y = Number.POSITIVE_INFINITY } = (await button.boundingBox()) ?? {}
  expect(y).toBeLessThan(640)
  await button.focus()
  await page.keyboard.press('Tab')
  await page
    .getByRole('radio', { name: /Expire the hottest key/ })
    .and(page.locator(':focus'))
    .waitFor()
})

test('the slider of moments has the whole run at its right end', async () => {
  const { context } = await browser.open()
  const page = await context.newPage()
  await openLab(page, at('/lab?rate=100&seconds=5&query=50&pool=2&protections=larder&run=now'))
  await untilDone(page)
  const slider = page.getByRole('slider', { name: 'Look at a moment' })
  const chart = page.getByRole('figure').filter({ hasText: 'Queries in flight' })
  await slider.focus()
  for (const { key, moment, figures } of [
    { key: 'Home', moment: '0.25 seconds', figures: 'at 0.25 s' },
    { key: 'End', moment: 'the whole run: at most', figures: 'at most' },
  ]) {
    await page.keyboard.press(key)
    await chart.getByText(figures, { exact: true }).waitFor()
    expect(await slider.getAttribute('aria-valuetext')).toBe(moment)
  }
})

test('it is transferred in at most 300 kB', async () => {
  const { context, record } = await browser.open()
  const page = await context.newPage()
  await openLab(page, at('/lab'))
  const bytes = await record.bytes()
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(300_000)
})

test('by keyboard: a scenario is chosen, run and stopped', async () => {
  const { context } = await browser.open()
  const page = await context.newPage()
  await openLab(page, at('/lab'))
  await page.getByRole('radio', { name: /Expire the hottest key/ }).focus()
  await page.keyboard.press('ArrowRight')
  expect(await page.getByRole('radio', { name: /Empty the whole cache/ }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Run' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await page.getByRole('button', { name: 'Stop' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('The run was stopped.').waitFor()
})

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

async function expectNoFaults(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityFaults(page)).toEqual([])
  }
}
