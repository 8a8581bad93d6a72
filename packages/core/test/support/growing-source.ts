/** A source whose rows carry growing numbers, so that of two answers it can be said which one is the older. */

export interface Row {
  readonly id: string
  readonly n: number
}

/** In every fourth state there is no such row: *missing* has to obey, too. */
const isMissingAt = (n: number): boolean => n % 4 === 0

export const TAGS = ['a', 'b'] as const
export type Tag = (typeof TAGS)[number]

/** What a row bears changes with its state: one of the tags, or both. */
export function tagsOf({ n }: Pick<Row, 'n'>): readonly Tag[] {
  return n % 3 === 0 ? TAGS : [TAGS[(n % 3) - 1] as Tag]
}

export class GrowingSource {
  readonly #numbers = new Map<string, number>()

  readonly ids: readonly string[] = ['1', '2']

  numberOf(id: string): number {
    return this.#numbers.get(id) ?? 1
  }

  change(id: string): void {
    this.#numbers.set(id, this.numberOf(id) + 1)
  }

  row(id: string): Row | null {
    const n = this.numberOf(id)
    return isMissingAt(n) ? null : { id, n }
  }

  /** Can this be what the source held of `id` at some time since its state number `floor`? */
  heldSince(floor: number, id: string, row: Row | null): boolean {
    if (row !== null) return row.id === id && row.n >= floor && row.n <= this.numberOf(id)
    for (let n = floor; n <= this.numberOf(id); n++) if (isMissingAt(n)) return true
    return false
  }
}
