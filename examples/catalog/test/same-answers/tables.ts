/** What the catalogue in memory holds at first. */
import type { Review } from '../../src/loaders/reviews.ts'

export interface Row {
  readonly id: string
}

interface Named extends Row {
  readonly name: string
}

export interface Product extends Named {
  readonly brandId: string
  readonly categoryId: string
  readonly sold: number
}

export interface Price {
  readonly productId: string
  readonly amount: number
  readonly currency: string
}

export interface Tables {
  readonly products: Map<string, Product>
  readonly brands: Map<string, Named>
  readonly categories: Map<string, Named>
  readonly authors: Map<string, Named>
  readonly prices: Map<string, Price>
  readonly priceLists: Map<string, Map<string, Price>>
  readonly stock: Map<string, { readonly productId: string; readonly quantity: number }>
  readonly reviews: Review[]
}

const PRODUCTS = 40
const ADJECTIVES = ['Classic', 'Compact', 'Curved', 'Nordic', 'Plain']
const NOUNS = ['Table', 'Teapot', 'Towel', 'Bench', 'Bowl', 'Carafe', 'Plate']

export function tables(): Tables {
  const ids = Array.from({ length: PRODUCTS }, (_, i) => i + 1)
  const some = (count: number, what: string) =>
    byId(ids.slice(0, count).map((i) => ({ id: `${i}`, name: `${what} ${i}` })))
  return {
    products: byId(
      ids.map((i) => ({
        id: `${i}`,
        name: `${ADJECTIVES[i % ADJECTIVES.length]} ${NOUNS[i % NOUNS.length]}`,
        brandId: `${1 + (i % 7)}`,
        categoryId: `${1 + (i % 4)}`,
        // Every rank occurs twice, so that the ID decides as well.
        sold: (i * 7) % (PRODUCTS / 2),
      })),
    ),
    brands: some(7, 'Brand'),
    categories: some(4, 'Category'),
    authors: some(5, 'Author'),
    prices: byProduct(ids.map((i) => ({ productId: `${i}`, amount: 495 + 500 * (i % 9), currency: 'EUR' }))),
    priceLists: new Map([
      [
        'wholesale',
        byProduct(
          ids
            .filter((i) => i % 3 === 0)
            .map((i) => ({ productId: `${i}`, amount: 100 * i, currency: 'EUR' })),
        ),
      ],
      ['us', byProduct(ids.map((i) => ({ productId: `${i}`, amount: 110 * i, currency: 'USD' })))],
    ]),
    // Some have none, and no row.
    stock: byProduct(ids.filter((i) => i % 5 > 0).map((i) => ({ productId: `${i}`, quantity: i % 11 }))),
    reviews: ids
      .flatMap((i) => Array.from({ length: i % 4 }, () => i))
      .map((i, at) => ({
        id: at + 1,
        productId: `${i}`,
        authorId: `${1 + (at % 5)}`,
        rating: 1 + (at % 5),
        text: `Review ${at} of ${i}`,
        createdAt: new Date(Date.UTC(2026, 0, 1) + 1_000 * (at + 1)),
      })),
  }
}

function byId<T extends Row>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]))
}

function byProduct<T extends { readonly productId: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.productId, row]))
}
