/** Entries of any age, as a cache would have left them in the store. */
import { composeEntry, systemClock } from '@larder/core'
import { type Member, type Row, valueKey } from './fleet.ts'

export interface Planted {
  /** How long ago it was written, on the store's clock. In ms, as everywhere here. */
  readonly age?: number
  readonly ttl?: number
  readonly grace?: number
  readonly version?: number
  readonly at?: number
}

/** Writes entries through the store of a member; `null` is missing. */
export async function plant(
  { store }: Member,
  rows: Iterable<readonly [string, Row | null]>,
  { age = 0, ttl = 600_000, grace = 600_000, version = 1, at }: Planted = {},
): Promise<void> {
  await store.readMany(['the time comes with the answer'])
  const written = at ?? store.now() - age
  await store.writeMany(
    [...rows].map(([id, row]) => {
      const entry = {
        stamp: systemClock.token(),
        kind: row === null ? ('missing' as const) : ('plain' as const),
        fresh: ttl,
        life: row === null ? ttl : ttl + grace,
        began: written,
        delta: 0,
        body: row === null ? '' : JSON.stringify(row),
      }
      return { key: valueKey(id, version), ...composeEntry(entry), at: written }
    }),
  )
}

/** Stale by a while, with a while to go. */
export const STALE: Planted = { age: 700_000 }
