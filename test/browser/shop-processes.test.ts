/** The shop, where servers come and go and there are several. */
import { afterEach, expect, jest, test } from '@jest/globals'
import { type CatalogProcess, runCatalog } from '@larder/catalog/testing/run-catalog'
import { useBrowser } from '../support/browser.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { startRedis } from '../support/redis-server.ts'
import { openPage, priceInList, priceOn, savePrice, textOf } from './support/shop-pages.ts'

jest.setTimeout(120_000)
const browser = useBrowser()
const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

test('a price that is edited at one process shows on the pages of another, over Redis', async () => {
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()])
  endings.push(redis.stop, postgres.stop)
  const shared = { REDIS_URL: redis.url, DATABASE_URL: postgres.url }
  const [first, second] = [await open(shared).ready, await open(shared).ready]
  const { context } = await browser.open()
  const [page, other, list] = [await context.newPage(), await context.newPage(), await context.newPage()]
  await openPage(page, `${first}product/1`)
  await openPage(other, `${second}product/1`)
  await openPage(list, second)
  const name = await textOf(page.getByRole('heading', { level: 1 }))

  await savePrice(page, '56.78')

  for (const price of [priceOn(page), priceOn(other), priceInList(list, name)]) {
    await price.filter({ hasText: '€56.78' }).waitFor()
  }

  // Redis forgets who had listened. Whoever listens again is told that something may have been missed.
  await redis.restart()
  await other.waitForResponse((response) => response.url().endsWith('/graphql'))
  await savePrice(page, '67.89')
  await priceOn(other).filter({ hasText: '€67.89' }).waitFor()
})

test('a page says that the server is gone, and goes on by itself when it is back', async () => {
  const child = open()
  const url = await child.ready
  // The browser itself says so in its console, of each request.
  const { context } = await browser.open({
    except: /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|503/,
  })
  const [page, other] = [await context.newPage(), await context.newPage()]
  await openPage(page, `${url}product/1`)
  await openPage(other, `${url}product/1`)
  const price = await textOf(priceOn(page))
  child.signal('SIGKILL')
  await child.exit
  const trouble = page.locator('.notice', { hasText: 'The shop cannot be reached.' })
  await trouble.getByRole('button', { name: 'Try again' }).click()
  await trouble.getByRole('button', { name: 'Try again' }).waitFor()
  expect(await textOf(priceOn(page))).toBe(price)
  await savePrice(page, '1')
  await page.getByText('It is not saved. The shop cannot be reached.').waitFor()

  await open({ PORT: new URL(url).port }).ready
  await page.locator('.notice').waitFor({ state: 'detached' })
  await savePrice(page, '1')
  for (const tab of [page, other]) await priceOn(tab).filter({ hasText: '€1.00' }).waitFor()
})

function open(environment: Readonly<Record<string, string>> = {}): CatalogProcess {
  const child = runCatalog({ PORT: '0', ...environment })
  endings.push(() => {
    child.signal('SIGKILL')
    return child.exit
  })
  return child
}
