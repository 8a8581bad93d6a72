/** What a request may ask for and may not, and what it is told then. */
import { describe, expect, test } from '@jest/globals'
import { startCatalog } from '../src/app.ts'
import { openCatalog } from './support/open-catalog.ts'

const shop = openCatalog()

test('two tenants see each its own price, whoever asked first', async () => {
  const read = (tenant: string) =>
    shop.ask('{ product(id: "4") { price { amount currency } } }', { headers: { 'x-tenant': tenant } })
  for (const _ of ['loaded', 'cached']) {
    const [us, everybody] = [await read('us'), await read('public')]
    expect(us.data.product.price).toEqual({
      amount: Math.floor((everybody.data.product.price.amount * 11) / 10),
      currency: 'USD',
    })
    expect(everybody.data.product.price.currency).toBe('EUR')
  }
})

test('a tenant that nobody knows is refused before anything is read', async () => {
  const { errors } = await shop.ask('{ product(id: "4") { name } }', { headers: { 'x-tenant': 'nobody' } })
  expect(errors).toMatchObject([{ extensions: { code: 'UNKNOWN_TENANT' } }])
  expect(shop.database.statements).toHaveLength(0)
  expect(shop.log).toEqual([expect.stringContaining('There is no such tenant')])
})

test.each([
  '{ topProducts(first: 101) { id } }',
  '{ topProducts(first: -1) { id } }',
  '{ product(id: "1") { reviews(first: 51) { id } } }',
  `{ search(text: "${'x'.repeat(101)}") { id } }`,
  `{ products(ids: [${'"1",'.repeat(501)}]) { id } }`,
])('what is out of bounds is refused: %.50s', async (query) => {
  const { errors } = await shop.ask(query)
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
})

test('a loader that fails takes its own field away, and nothing of the database’s words reaches the client', async () => {
  await shop.ask('{ product(id: "6") { name } }')
  await shop.database.query('alter table stock rename to stock_away')
  const { data, errors } = await shop.ask('{ product(id: "6") { name stock } }')
  await shop.database.query('alter table stock_away rename to stock')
  expect(data.product).toEqual({ name: expect.any(String), stock: null })
  expect(errors).toMatchObject([{ message: 'Something went wrong here.', path: ['product', 'stock'] }])
  expect(shop.log.join('\n')).toContain('relation "stock" does not exist')
})

test('a second catalogue on the same port is told so, and leaves nothing behind', async () => {
  const port = Number(new URL(shop.catalog.url).port)
  const starting = startCatalog({ port, database: shop.database })
  await expect(starting).rejects.toMatchObject({ name: 'StartError', message: `PORT: ${port} is in use.` })
})

describe('what is no GraphQL', () => {
  test('a body that is no JSON is answered with one line', async () => {
    const response = await fetch(new URL('graphql', shop.catalog.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: '{bad',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] })
  })

  test('a browser is given the shop, whose script and style come from here and from nowhere else', async () => {
    for (const path of ['', 'search?q=oak', 'category/5', 'product/1']) {
      const { response, page } = await browse(path)
      expect(response.headers.get('content-security-policy')).toMatch("default-src 'self'")
      const linked = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url)
      expect(linked).toEqual(['data:,', '/assets/shop.css', '/assets/shop.js'])
    }
    for (const path of ['assets/shop.css', 'assets/shop.js']) {
      expect((await browse(path)).page).not.toMatch(/(url\(|import |fetch\()["']?https?:/)
    }
  })

  test.each(['nope', 'product/', 'product/1/x', 'category/%', 'lab/none', 'search/x'])(
    'a browser that asks for what is not there, such as %s, is told so by a page of the shop',
    async (path) => {
      const url = new URL(path, shop.catalog.url)
      const asked = (accept: string) => fetch(url, { headers: { accept, connection: 'close' } })
      const page = await asked('text/html,application/xhtml+xml,*/*;q=0.8')
      expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('/assets/shop.js')])
      const other = await asked('application/json')
      expect(other.status).toBeGreaterThanOrEqual(400)
      expect(await other.text()).not.toContain('/assets/shop.js')
    },
  )

  test('and at /graphql the editor, in one page that loads nothing from elsewhere', async () => {
    const { page } = await browse('graphql')
    expect(page).toContain('GraphiQL')
    const head = page.slice(0, page.indexOf('<style>'))
    expect(head).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(page).not.toMatch(/<(script|img|iframe)[^>]+src="(https?:)?\/\//)
  })

  async function browse(path: string) {
    const url = new URL(path, shop.catalog.url)
    const response = await fetch(url, { headers: { accept: 'text/html', connection: 'close' } })
    expect(response).toMatchObject({ status: 200, url: url.href })
    return { response, page: await response.text() }
  }
})
