/** What a task is to the bench. */
import type { Outcome } from '../outcome.ts'

export type Task = (setting: Setting) => Promise<Outcome>

export interface Setting {
  /** Of a Redis that is the bench's own: a task may empty it. */
  readonly url: string
  /** How often everybody is measured. */
  readonly rounds: number
}
