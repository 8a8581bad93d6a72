/** Stands for a database: rows in memory, and a count of the queries. */
import { setTimeout } from 'node:timers/promises'

export interface Product {
  readonly name: string
  readonly price: number
  readonly since: Date
}

export const database = {
  rows: new Map<string, Product>([
    ['1', { name: 'Teapot', price: 12, since: new Date('2024-02-29') }],
    ['2', { name: 'Kettle', price: 30, since: new Date('2025-06-01') }],
    ['3', { name: 'Ladle', price: 7, since: new Date('2026-01-01') }],
  ]),
  queries: 0,

  /** What a query answers by itself holds only the rows that there are, in any order. */
  async productsById(ids: readonly string[]): Promise<Map<string, Product>> {
    database.queries++
    await setTimeout(20)
    return new Map([...database.rows].filter(([id]) => ids.includes(id)))
  },
}
