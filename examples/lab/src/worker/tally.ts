/** Counts what happens in a process, and gives it away a quarter of a second at a time. */
import type { Outcomes } from '../contract/index.ts'
import type { LabDatabase } from '../parts/database.ts'
import type { PartSample } from './messages.ts'

export interface Tally {
  ended(outcome: keyof Outcomes, wait: number): void
  command(): void
  /** Of all that has happened since it was last asked. */
  take(database: LabDatabase): Omit<PartSample, 'number'>
}

export function createTally(): Tally {
  let outcomes = none()
  let waits: number[] = []
  let commands = 0
  return {
    ended(outcome, wait) {
      outcomes[outcome] += 1
      waits.push(wait)
    },
    command() {
      commands += 1
    },
    take(database) {
      const part = { ...outcomes, ...database.takeCounts(), waits: Float64Array.from(waits), commands }
      outcomes = none()
      waits = []
      commands = 0
      return part
    },
  }
}

function none() {
  return { hits: 0, stale: 0, missing: 0, joined: 0, loaded: 0, errors: 0, gaveUp: 0 }
}
