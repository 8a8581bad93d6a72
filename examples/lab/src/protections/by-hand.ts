/** The cache that both protections without Larder share: texts under keys with a version. */

import type { Row } from '../parts/database.ts'
import { NAMESPACE } from '../parts/store.ts'
import { type Protection, type ProtectionOptions, type RowV2, toVersion2 } from './protection.ts'

export interface ByHand extends Pick<Protection, 'fill' | 'expire' | 'deploy'> {
  /** Whether there is such a product in the cache. */
  has(id: string): Promise<boolean>
  /** Asks the database and stores what it answers. What does not exist is not stored. */
  load(id: string): Promise<void>
}

export function cacheByHand({ database, store: { plain }, ttl, onCommand }: ProtectionOptions): ByHand {
  let version = 1

  function keyOf(id: string): string {
    return `${NAMESPACE}:product:${id}:v${version}`
  }

  function put(row: Row, life: number): Promise<void> {
    const value: Row | RowV2 = version === 1 ? row : toVersion2(row)
    onCommand()
    return plain.set(keyOf(row.id), JSON.stringify(value), life)
  }

  return {
    async has(id) {
      onCommand()
      const text = await plain.get(keyOf(id))
      return text !== null && JSON.parse(text).id === id
    },
    async load(id) {
      const row = (await database.query([id])).get(id)
      if (row !== undefined) await put(row, ttl)
    },
    fill: put,
    expire(id) {
      onCommand()
      return plain.delete(keyOf(id))
    },
    deploy() {
      version = 2
    },
  }
}
