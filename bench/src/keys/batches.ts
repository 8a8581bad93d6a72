/** Batches of IDs, drawn ahead: drawing takes time, too. */
import { Dice } from '@larder/test/dice'

const BATCHES = 2_000
const IDS = 100

/** Always the same ones, of 0 to `keys` − 1, each at most once in a batch. */
export function batchesOfIds(keys: number): string[][] {
  const dice = new Dice(7)
  return Array.from({ length: BATCHES }, () => {
    const ids = new Set<string>()
    while (ids.size < IDS) ids.add(String(Math.floor(dice.between(0, keys))))
    return [...ids]
  })
}
