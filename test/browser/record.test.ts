/** The browser's own record of troubles, with troubles planted: what it does not see, no test of a page would. */
import { expect, jest, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { useBrowser } from '../support/browser.ts'
import { recordOf } from '../support/page-record.ts'
import { useCatalog } from './support/use-catalog.ts'

jest.setTimeout(120_000)
const at = useCatalog()
const browser = useBrowser()

test('complaints of the console, uncaught errors, failed requests and requests to elsewhere are troubles', async () => {
  const { context: watched } = await browser.open()
  // Not one that has to be without troubles when the test ends.
  const context = await (watched.browser() as Browser).newContext({ bypassCSP: true })
  const record = recordOf(context, /planted but excepted/)
  const page = await context.newPage()
  await page.goto(at('/'))
  expect(record.troubles).toEqual([])

  const failed = page.waitForEvent('requestfailed')
  await page.evaluate(() => {
    console.log('no trouble')
    console.error('planted error, planted but excepted')
    console.error('planted error')
    console.warn('planted warning')
    setTimeout(() => {
      throw new Error('planted throw')
    })
    return fetch('http://elsewhere.invalid/').catch(() => {})
  })
  await failed

  for (const trouble of [
    /^error: planted error$/,
    /^warning: planted warning$/,
    /^uncaught: Error: planted throw/,
    /^asked elsewhere: http:\/\/elsewhere\.invalid\/$/,
    /^failed: http:\/\/elsewhere\.invalid\/ net::/,
  ]) {
    expect(record.troubles).toContainEqual(expect.stringMatching(trouble))
  }
  expect(record.troubles.join()).not.toContain('excepted')
  await context.close()
})
