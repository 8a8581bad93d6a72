/** The source of a scenario: rows with a number, given well or badly, and counted. */
import { setTimeout } from 'node:timers/promises'
import { SOURCE_TIME } from './settings.ts'

export interface Row {
  readonly id: string
  /** Grows with each change. */
  readonly n: number
}

export type Load = (ids: readonly string[]) => Promise<(Row | null)[]>
export type Mood = 'well' | 'failing' | 'hanging' | 'slow'

/** What begins with it does not exist. */
export const UNKNOWN = 'unknown'

export class Source {
  calls = 0
  keys = 0
  running = 0
  mostRunning = 0
  /** How long a call takes that is well. */
  time = SOURCE_TIME
  #mood: Mood = 'well'
  #healed = () => {}
  #healing = Promise.resolve()
  readonly #changes = new Map<string, number>()

  /** What hangs goes on as soon as it hangs no longer. */
  set mood(mood: Mood) {
    this.#healed()
    this.#mood = mood
    if (mood === 'hanging')
      this.#healing = new Promise((resolve) => {
        this.#healed = resolve
      })
  }

  change(id: string): void {
    this.#changes.set(id, this.numberOf(id) + 1)
  }

  numberOf(id: string): number {
    return this.#changes.get(id) ?? 0
  }

  readonly load: Load = async (ids) => {
    this.calls++
    this.keys += ids.length
    this.mostRunning = Math.max(this.mostRunning, ++this.running)
    try {
      if (this.#mood === 'hanging') await this.#healing
      const mood = this.#mood
      const time = mood === 'slow' ? 10 * this.time : this.time
      // Read first: what is changed meanwhile makes it old.
      const rows = ids.map((id) => (id.startsWith(UNKNOWN) ? null : { id, n: this.numberOf(id) }))
      if (time > 0) await setTimeout(time)
      if (mood === 'failing') throw new Error('the source fails')
      return rows
    } finally {
      this.running--
    }
  }

  reset(): void {
    this.calls = 0
    this.keys = 0
    this.mostRunning = this.running
  }
}
