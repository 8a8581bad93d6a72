/** Chance that a seed decides: mulberry32, by Tommy Ettinger. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1)
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least)
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)] as T
  }

  /** Up to `count` different ones of `from`. */
  some<T>(from: readonly T[], count: number): T[] {
    return [...new Set(Array.from({ length: count }, () => this.pick(from)))]
  }

  shuffle<T>(cards: readonly T[]): T[] {
    return cards
      .map((card) => ({ card, at: this.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ card }) => card)
  }
}
