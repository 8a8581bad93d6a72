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

/** Not by a deep comparison, which would take longer than what is measured. */
export function check(n: number, found: Product | null | undefined | Error): void {
  const right =
    found !== null &&
    found !== undefined &&
    !(found instanceof Error) &&
    found.id === String(n) &&
    found.name === `Product ${n}` &&
    found.price.amount === 100 + (n % 900) &&
    found.tags[2] === `shelf-${n % 37}` &&
    found.description.length === 640 &&
    found.description.startsWith(`${n} `)
  if (!right) throw new Error(`Expected product ${n}, received ${show(found)}.`)
}

function show(found: Product | null | undefined | Error): string {
  return found instanceof Error ? String(found.stack) : (JSON.stringify(found) ?? 'undefined')
}
