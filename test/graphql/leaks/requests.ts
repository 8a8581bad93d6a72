/** Random requests: who asks, for what, and how. */
import type { Dice } from '@larder/test/dice'
import { PEOPLE, type Person } from './people.ts'
import { FIELDS, isRefused } from './schema.ts'

export interface Asked {
  readonly person: Person
  readonly locale: string
  readonly past: 'bypass' | 'fresh' | undefined
  readonly query: string
  readonly isOverHttp: boolean
}

const DEEPEST = 2
const SHARED_QUERIES = 40
const REFUSED = FIELDS.filter(isRefused)
const ANSWERED = FIELDS.filter((field) => !isRefused(field))

export class Requests {
  readonly #dice: Dice
  /** What many ask for: else Apollo's response cache would never be asked for the same again. */
  readonly #shared: readonly string[]

  constructor(dice: Dice) {
    this.#dice = dice
    this.#shared = Array.from({ length: SHARED_QUERIES }, () => `query ${this.#selection(1, ANSWERED)}`)
  }

  next(): Asked {
    const dice = this.#dice
    return {
      person: dice.pick(PEOPLE),
      locale: dice.pick(['en', 'nl']),
      past: dice.chance(0.04) ? dice.pick(['bypass', 'fresh']) : undefined,
      query: this.#operation(),
      isOverHttp: dice.chance(0.1),
    }
  }

  #operation(): string {
    if (this.#dice.chance(0.02)) return `mutation { touch(id: "${this.#id()}") }`
    if (this.#dice.chance(0.4)) return this.#dice.pick(this.#shared)
    // Where one part is refused, Apollo's response cache keeps nothing of it.
    return `query ${this.#selection(1, this.#dice.chance(0.15) ? [...ANSWERED, ...REFUSED] : ANSWERED)}`
  }

  #selection(depth: number, fields: readonly string[]): string {
    const count = 1 + Math.floor(this.#dice.next() * 3)
    const parts = Array.from({ length: count }, (_, i) => {
      const field = this.#dice.pick(fields)
      const below = depth < DEEPEST && this.#dice.chance(0.6) ? this.#selection(depth + 1, fields) : ''
      return `${field}_${i}: ${field}(id: "${this.#id()}") { id text ...on Entry ${below || '{ __typename }'} }`
    })
    return `{ ${parts.join(' ')} }`
  }

  #id(): string {
    return `${Math.floor(this.#dice.next() * 5)}`
  }
}
