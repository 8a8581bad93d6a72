/** The stampede lab in a browser: a scenario under three protections, and what the page says of it. */
import { expect, jest, test } from '@jest/globals'
import { useBrowser } from '../support/browser.ts'
import { setHidden } from './support/hidden.ts'
import { chooseNumbers, figures, openLab, run, untilDone } from './support/lab-page.ts'
import { useCatalog } from './support/use-catalog.ts'

jest.setTimeout(240_000)
const at = useCatalog()
const browser = useBrowser()

const SHORT = { 'Requests per second': 100, Seconds: 5, 'Query, ms': 50, Pool: 2 }

test('the hottest key expires: what each of the three protections does, by the page', async () => {
  const { context } = await browser.open()
  const page = await context.newPage()
  await openLab(page, at('/lab'))
  await page.getByText(/simulated by timers here: PGlite/).waitFor()
  await run(page)

  const [bare, shared, larder] = await figures(page, 'Queries')
  expect(await figures(page, 'Most in flight')).toEqual([20, 1, 1])
  expect(bare).toBeGreaterThan(20)
  expect([shared, larder]).toEqual([1, 1])
  const [waiting] = await figures(page, 'Most waiting')
  expect(waiting).toBe((bare ?? 0) - 20)

  const waited = await figures(page, 'Waited for a query')
  expect(waited[0]).toBe(bare)
  expect(waited[1]).toBeGreaterThan(1)
  expect(waited[2]).toBe(0)
  const stale = await figures(page, 'Stale')
  expect(stale[2]).toBeGreaterThan(1)
  expect(await figures(page, 'Requests')).toEqual([19_000, 19_000, 19_000])
  await page.getByText(/1 query; nobody waited/).waitFor()
  await page.getByText('Expire the hottest key · 2,000 requests/s for 10 s').waitFor()
  await page.getByRole('cell', { name: 'least 0', exact: true }).first().waitFor()
})

test('a link repeats the run, with all that it was asked for', async () => {
  const { context } = await browser.open()
  const page = await context.newPage()
  await openLab(page, at('/lab'))
  await page.getByRole('radio', { name: /Unknown IDs/ }).check()
  await page.getByRole('checkbox', { name: 'No protection' }).uncheck()
  await chooseNumbers(page, SHORT)
  await run(page)
  const link = page.getByRole('link', { name: 'Repeat this run' })
  const url = new URL((await link.getAttribute('href')) ?? '', page.url())
  expect(Object.fromEntries(url.searchParams)).toEqual({
    scenario: 'unknown-ids',
    protections: 'single-flight,larder',
    rate: '100',
    seconds: '5',
    query: '50',
    pool: '2',
    processes: '1',
    run: 'now',
  })
  const before = await figures(page, 'Requests')

  const other = await (await browser.open()).context.newPage()
  await openLab(other, url.href)
  await untilDone(other)
  expect(await figures(other, 'Requests')).toEqual(before)
  expect(await other.getByRole('radio', { name: /Unknown IDs/ }).isChecked()).toBe(true)
})

test('a run is seen in every tab, and stopped from each; a second one is not begun beside it', async () => {
  const { context } = await browser.open({ except: /409/ })
  const [one, other] = [await context.newPage(), await context.newPage()]
  await openLab(one, at('/lab'))
  await openLab(other, at('/lab'))
  await one.getByRole('button', { name: 'Run' }).click()
  await one.getByRole('button', { name: 'Stop' }).waitFor()
  await other.getByRole('button', { name: 'Run' }).click()
  await other.getByText(/Another run goes on/).waitFor()
  await other.getByText(/1 of 3 runs now/).waitFor()
  await other.reload()
  await other.getByText(/1 of 3 runs now/).waitFor()
  await other.getByRole('button', { name: 'Stop' }).click()
  for (const page of [one, other]) await page.getByText('The run was stopped.').waitFor()
})

test('a page that nobody sees takes no connection, and shows the whole run when it is seen again', async () => {
  const { context } = await browser.open()
  const page = await context.newPage()
  await openLab(page, at('/lab?rate=100&seconds=5&query=50&pool=2&run=now'))
  await page.getByText(/1 of 3 runs now/).waitFor()
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'))
  await setHidden(page, true)
  await ended
  await setHidden(page, false)
  await untilDone(page)
  expect(await figures(page, 'Requests')).toHaveLength(3)
})

test('an address that cannot be read is said so, and the defaults are set', async () => {
  const { context } = await browser.open()
  const page = await context.newPage()
  await openLab(page, at('/lab?rate=many&scenario=deploy-v2'))
  await page.getByText(/rate: expected a whole number from 1 to 5000, received "many"/).waitFor()
  expect(await page.getByLabel('Requests per second').inputValue()).toBe('2000')
})
