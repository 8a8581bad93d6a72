/** What makes a page: its question, and how it shows the answer. */
import type { ComponentChildren } from 'preact'
import type { Product } from '../api/answers.ts'
import type { Operation } from '../api/ask.ts'

export interface Page<Data> {
  readonly operation: Operation
  /** For the search field. */
  readonly searched?: string
  /** Those that the answer shows. */
  productsOf(data: Data): readonly Product[]
  /** Of the browser's tab. */
  titleOf(data: Data): string
  /** It is told of a price that this page has saved: the shop can be reached. */
  show(data: Data, priceSaved: () => void): ComponentChildren
}
