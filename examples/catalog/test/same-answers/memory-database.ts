/**
 * A small catalogue in memory, which answers the statements of `src/` and no others: thousands of operations that nothing
 * caches would take minutes on the embedded Postgres, which runs one statement at a time. Two of them that are told the
 * same hold the same, the times of reviews included.
 */
import type { Queries } from '../../src/database/database.ts'
import type { Review } from '../../src/loaders/reviews.ts'
import { type Price, type Product, type Row, type Tables, tables } from './tables.ts'

export interface MemoryDatabase extends Queries {
  /** How many statements it has run. */
  readonly statements: number
}

export function memoryDatabase(): MemoryDatabase {
  const all = tables()
  let statements = 0
  return {
    get statements() {
      return statements
    },
    async query<Answer extends object>(sql: string, params: readonly unknown[] = []) {
      statements += 1
      const known = STATEMENTS.find(([text]) => sql.includes(text))
      if (known === undefined) throw new Error(`The catalogue in memory does not know this statement: ${sql}`)
      return structuredClone(known[1](all, params as never)) as Answer[]
    },
  }
}

type Run = (tables: Tables, params: never) => readonly object[]

/** By what each has and none of those above it. */
const STATEMENTS: readonly (readonly [text: string, run: Run])[] = [
  ['insert into price_lists', setListPrice],
  ['insert into reviews', addReview],
  ['insert into products', createProduct],
  ['update prices', setBasePrice],
  ['update products', moveProduct],
  ['to_tsquery', search],
  ['cross join lateral', newestReviews],
  ['category_id = asked.category', categoryProducts],
  ['order by sold desc', topProducts],
  ['from price_lists', listPrices],
  ['from prices', (all, [ids]: [string[]]) => pick(all.prices, ids)],
  ['from stock', (all, [ids]: [string[]]) => pick(all.stock, ids)],
  ['from authors', (all, [ids]: [string[]]) => pick(all.authors, ids)],
  ['from brands', (all, [ids]: [string[]]) => pick(all.brands, ids)],
  ['from categories order', (all) => [...all.categories.values()]],
  ['from categories', (all, [ids]: [string[]]) => pick(all.categories, ids)],
  ['from products', (all, [ids]: [string[]]) => pick(all.products, ids)],
]

function pick<T>(rows: ReadonlyMap<string, T>, ids: readonly string[]): T[] {
  return [...new Set(ids)].flatMap((id) => rows.get(id) ?? [])
}

function listPrices({ priceLists }: Tables, [tenant, ids]: [string, string[]]): Price[] {
  return pick(priceLists.get(tenant) ?? new Map(), ids)
}

function topProducts({ products }: Tables, [limit]: [number]): Row[] {
  return bestSellers(products)
    .slice(0, limit)
    .map(({ id }) => ({ id }))
}

function categoryProducts(
  { products }: Tables,
  [categories, firsts]: [string[], number[]],
): { ids: string[] }[] {
  return categories.map((category, i) => {
    const found = bestSellers(products).filter(({ categoryId }) => categoryId === category)
    return { ids: found.slice(0, firsts[i]).map(({ id }) => id) }
  })
}

function search({ products }: Tables, [queries, limit]: [string[], number]): { ids: string[] }[] {
  return queries.map((query) => {
    const beginnings = query.split(' & ').map((word) => word.slice(0, -':*'.length))
    const found = bestSellers(products).filter(({ name }) => {
      const words = name.toLowerCase().split(' ')
      return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)))
    })
    return { ids: found.slice(0, limit).map(({ id }) => id) }
  })
}

function bestSellers(products: Tables['products']): Product[] {
  return [...products.values()].sort((a, b) => b.sold - a.sold || (a.id < b.id ? -1 : 1))
}

function newestReviews({ reviews }: Tables, [ids, limit]: [string[], number]): Review[] {
  const newest = reviews.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)
  return ids.flatMap((id) => newest.filter(({ productId }) => productId === id).slice(0, limit))
}

function setBasePrice({ prices }: Tables, [productId, amount]: [string, number]): object[] {
  const price = prices.get(productId)
  if (price === undefined) return []
  prices.set(productId, { ...price, amount })
  return [{ product_id: productId }]
}

function setListPrice(all: Tables, [tenant, productId, amount]: [string, string, number]): object[] {
  if (!all.products.has(productId)) return []
  const list = all.priceLists.get(tenant)
  list?.set(productId, { productId, amount, currency: tenant === 'us' ? 'USD' : 'EUR' })
  return [{ product_id: productId }]
}

function addReview(all: Tables, params: [string, string, number, string]): Review[] {
  const [productId, authorId, rating, text] = params
  if (!all.products.has(productId)) dangling('product_id')
  if (!all.authors.has(authorId)) dangling('author_id')
  const id = all.reviews.length + 1
  const review = {
    id,
    productId,
    authorId,
    rating,
    text,
    createdAt: new Date(Date.UTC(2026, 0, 1) + 1_000 * id),
  }
  all.reviews.push(review)
  return [review]
}

function createProduct(all: Tables, params: [string, string, string, string, number, number]): Row[] {
  const [id, name, brandId, categoryId, amount, quantity] = params
  if (all.products.has(id)) return []
  if (!all.brands.has(brandId)) dangling('brand_id')
  if (!all.categories.has(categoryId)) dangling('category_id')
  all.products.set(id, { id, name, brandId, categoryId, sold: 0 })
  all.prices.set(id, { productId: id, amount, currency: 'EUR' })
  all.stock.set(id, { productId: id, quantity })
  return [{ id }]
}

function moveProduct(
  { products, categories }: Tables,
  [id, categoryId]: [string, string],
): { left: string }[] {
  const product = products.get(id)
  if (product === undefined) return []
  if (!categories.has(categoryId)) dangling('category_id')
  products.set(id, { ...product, categoryId })
  return [{ left: product.categoryId }]
}

/** As Postgres says it. */
function dangling(column: string): never {
  throw Object.assign(new Error('insert or update violates foreign key constraint'), {
    code: '23503',
    constraint: `table_${column}_fkey`,
  })
}
