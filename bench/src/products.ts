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
    description: `${n} `.padEnd(640, 'lorem ipsum dolor sit amet '),
  }
}

export function check(n: number, found: Product | null | Error): void {
  const right =
    found !== null &&
    !(found instanceof Error) &&
    found.id === String(n) &&
    found.price.amount === 100 + (n % 900)
  if (!right) throw new Error(`Wrong answer for product ${n}.`)
}
