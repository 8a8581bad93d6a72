/** What stands between the readers of one process and its database. */
import type { Outcomes } from '../contract/index.ts'
import type { LabDatabase, Row } from '../parts/database.ts'
import type { LabStore } from '../parts/store.ts'

/** How a reader was answered. */
export type Answered = Exclude<keyof Outcomes, 'errors' | 'gaveUp'>

export interface Protection {
  /** One request's read of one product. Rejects where it cannot be answered. */
  read(id: string): Promise<Answered>
  /** Caches a product before readers come, for so many ms. */
  fill(row: Row, life: number): Promise<void>
  /** Ends the time of an entry. */
  expire(id: string): Promise<void>
  /** From now on products have the shape of version 2. */
  deploy(): void
  /** What goes on behind the readers' backs ends first. */
  close(): Promise<void>
}

export interface ProtectionOptions {
  readonly database: LabDatabase
  readonly store: LabStore
  /** Ms for which a product is cached. */
  readonly ttl: number
  /** This process's connections to the database. */
  readonly pool: number
  /** Called for each command that the store is sent. */
  readonly onCommand: () => void
}

/** As version 2 has it. */
export interface RowV2 {
  readonly id: string
  readonly name: string
  readonly price: { readonly amount: number; readonly currency: string }
}

export function toVersion2({ price, ...rest }: Row): RowV2 {
  return { ...rest, price: { amount: price, currency: 'EUR' } }
}
