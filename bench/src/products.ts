/** What is read: plain values of about 790 bytes of JSON, by number. */

export interface Product {
  readonly id: string
  readonly name: string
  readonly price: { readonly amount: number; readonly currency: string }
  readonly tags: readonly string[]
  readonly description: string
}

export function product(n: number): Product {
  return {
    id: String(n),
    name: `Product ${n}`,
    price: { amount: 100 + (n % 900), currency: 'EUR' },
    tags: ['new', 'sale', `shelf-${n % 37}`],
    description: describe(n),
  }
}

function describe(n: number): string {
  return `${n} `.padEnd(640, 'lorem ipsum dolor sit amet ')
}

/** All of it, field by field: a deep comparison would take longer than what is measured, and tell prototypes apart. */
export function check(n: number, found: Product | null | undefined | Error): void {
  const right =
    found !== null &&
    found !== undefined &&
    !(found instanceof Error) &&
    found.id === String(n) &&
    found.name === `Product ${n}` &&
    found.price.amount === 100 + (n % 900) &&
    found.price.currency === 'EUR' &&
    found.tags.join() === `new,sale,shelf-${n % 37}` &&
    found.description === describe(n)
  if (!right) throw new Error(`Expected product ${n}, received ${show(found)}.`)
}

function show(found: Product | null | undefined | Error): string {
  return found instanceof Error ? String(found.stack) : (JSON.stringify(found) ?? 'undefined')
}
