/** The source: what its loads say, and how long they take to say it. */
import { setTimeout } from 'node:timers/promises'
import type { Dice } from '../support/dice.ts'
import type { LoadAnswer } from './protocol.ts'
import type { Rows } from './rows.ts'
import { LOAD_TIMEOUT } from './settings.ts'

export class Source {
  /** From then on it neither fails nor hangs, and is fast. */
  calm = false
  readonly #rows: Rows
  readonly #dice: Dice

  constructor(rows: Rows, dice: Dice) {
    this.#rows = rows
    this.#dice = dice
  }

  /** Reads the rows at once and is slow to say what they were: so that they can have changed meanwhile. */
  async load(ids: readonly string[]): Promise<LoadAnswer> {
    const numbers = Object.fromEntries(ids.map((id) => [id, this.#rows.number(id)]))
    const { delay, failed } = this.#mood(ids)
    if (delay > 0) await setTimeout(delay)
    return { numbers, failed }
  }

  #mood(ids: readonly string[]): { delay: number; failed: readonly string[] } {
    const dice = this.#dice
    if (this.calm) return { delay: 0, failed: [] }
    const roll = dice.next()
    if (roll < 0.012) return { delay: dice.between(0, 40), failed: ids }
    if (roll < 0.03) return { delay: dice.between(0, 40), failed: [dice.pick(ids)] }
    // Longer than anybody waits: that it answers at all proves that the answer is thrown away.
    if (roll < 0.045) return { delay: LOAD_TIMEOUT + dice.between(50, 600), failed: [] }
    if (roll < 0.4) return { delay: dice.between(20, LOAD_TIMEOUT * 0.7), failed: [] }
    return { delay: dice.between(0, 4), failed: [] }
  }
}
