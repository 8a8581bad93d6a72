/** What is read where types matter: products with three Dates each, which JSON has no word for. */
import { check, type Product, product } from './products.ts'

export interface DatedProduct extends Product {
  readonly created: Date
  readonly updated: Date
  readonly price: Product['price'] & { readonly until: Date }
}

export function datedProduct(n: number): DatedProduct {
  const { price, ...rest } = product(n)
  return { ...rest, price: { ...price, until: until(n) }, created: created(n), updated: updated(n) }
}

const created = (n: number) => new Date(Date.UTC(2024, 0, 1) + n * 1_000)
const updated = (n: number) => new Date(Date.UTC(2025, 5, 1) + n * 1_000)
const until = (n: number) => new Date(Date.UTC(2030, 0, 1) + n * 1_000)

export function checkDated(n: number, found: DatedProduct | null | undefined | Error): void {
  check(n, found)
  const { created: c, updated: u, price } = found as DatedProduct
  if (!same(c, created(n)) || !same(u, updated(n)) || !same(price.until, until(n))) {
    throw new Error(`Expected the Dates of product ${n}, received ${typeof c} ${c}, ${u}, ${price.until}.`)
  }
}

function same(found: unknown, expected: Date): boolean {
  return found instanceof Date && found.getTime() === expected.getTime()
}

/** What one writes by hand who has JSON alone: the known fields, into the parsed object itself. */
export function reviveDates(parsed: DatedProduct): DatedProduct {
  const value = parsed as Writable<DatedProduct>
  value.created = new Date(parsed.created)
  value.updated = new Date(parsed.updated)
  const price = parsed.price as Writable<DatedProduct['price']>
  price.until = new Date(parsed.price.until)
  return value
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }
