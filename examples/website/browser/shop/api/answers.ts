/** What the operations answer. A field that could not be read is null, and the rest is there all the same. */

export interface Named {
  readonly id: string
  readonly name: string
}

export interface Price {
  /** In minor units: cents. */
  readonly amount: number
  readonly currency: string
}

export interface Product extends Named {
  readonly brand: { readonly name: string } | null
  readonly category: Named | null
  readonly price: Price | null
  readonly stock: number | null
}

export interface Review {
  readonly id: string
  readonly rating: number
  readonly text: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly author: { readonly name: string } | null
}

export interface HomeAnswer {
  readonly categories: readonly Named[]
  readonly topProducts: readonly Product[]
}

export interface SearchAnswer {
  readonly search: readonly Product[]
}

export interface CategoryAnswer {
  readonly category: (Named & { readonly products: readonly Product[] | null }) | null
}

export interface ProductAnswer {
  readonly product: (Product & { readonly reviews: readonly Review[] | null }) | null
}
