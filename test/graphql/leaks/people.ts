/** Who asks, and the marker that everything carries that is theirs. */
import { randomUUID } from 'node:crypto'

export interface Person {
  /** None: nobody who has logged in. */
  readonly user?: string
  readonly marker?: string
}

/** What is known of a request. */
export interface Viewer {
  readonly user?: string | undefined
  /** Part of what policies depend on, and loaders with a scope. */
  readonly locale: string
  readonly past?: 'bypass' | 'fresh' | undefined
}

/** What is everyone's carries this one. */
export const EVERYONES = marker()

export const PEOPLE: readonly Person[] = [
  { user: 'ada', marker: marker() },
  { user: 'bob', marker: marker() },
  {},
]

export const markerOf = (user: string | undefined) => PEOPLE.find((person) => person.user === user)?.marker

function marker(): string {
  return `<${randomUUID()}>`
}
