/** Whether an answer holds what is not for whom it was given to. */
import { EVERYONES, PEOPLE } from './people.ts'
import type { Asked } from './requests.ts'
import { isEveryones, isRefused } from './schema.ts'

export interface Answer {
  readonly data?: unknown
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[]
}

interface Answered {
  readonly [responseName: string]: unknown
}

export class Judge {
  /** What was wrong with an answer, and with which. */
  readonly findings: string[] = []
  /** How many values that were a user's own were given to that user. */
  own = 0
  /** How often a policy that everyone shares was refused what is one user's. */
  refused = 0

  /** @param text The whole response, as it is sent. */
  judge(asked: Asked, { data, errors = [] }: Answer, text: string): void {
    for (const other of PEOPLE) {
      if (other.marker === undefined || other.user === asked.person.user) continue
      if (text.includes(other.marker)) this.#find(asked, `has something of ${other.user}`)
    }
    this.refused += errors.filter(({ extensions }) => extensions.code === 'LARDER_RESOLVER_CONTEXT').length
    if (data !== null && data !== undefined) this.#walk(asked, data as Answered)
  }

  #walk(asked: Asked, answered: Answered): void {
    for (const [name, value] of Object.entries(answered)) {
      const [field = '', alias] = name.split('_')
      if (alias === undefined || name.startsWith('__')) continue
      const entry = value as ({ readonly text: string } & Answered) | null
      this.#expect(asked, field, entry?.text)
      if (entry !== null) this.#walk(asked, entry)
    }
  }

  #expect(asked: Asked, field: string, text: string | undefined): void {
    const { marker } = asked.person
    if (isRefused(field)) {
      if (text !== undefined) this.#find(asked, `has ${field}, which was to be refused`)
    } else if (isEveryones(field)) {
      if (!text?.startsWith(EVERYONES)) this.#find(asked, `lacks what is everyone's in ${field}`)
    } else if (marker === undefined) {
      if (text !== undefined) this.#find(asked, `has ${field} for nobody`)
    } else if (text?.startsWith(marker) && text.endsWith(asked.locale)) this.own++
    else this.#find(asked, `lacks the user's own in ${field}`)
  }

  #find({ person, query }: Asked, what: string): void {
    this.findings.push(`What ${person.user ?? 'nobody'} was answered ${what}: ${query}`)
  }
}
