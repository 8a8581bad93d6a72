/**
 * Log lines, made from events: one line a minute for each cause, and how many more there were. Nothing of a value is in one.
 * Timers keep no process alive.
 */

import { callOut } from '../events/call-out.ts'
import type { Emitter, EventName, Events } from '../events/events.ts'
import type { Cancel, Clock } from '../time/clock.ts'
import { CAUSES, type Cause, type ShowId } from './causes.ts'
import { type Logger, quoted, type Redact } from './logger.ts'

export interface LogSettings {
  readonly logger: Logger
  readonly redact: Redact | undefined
}

/** Between two lines of one cause, ms. */
const EVERY = 60_000

/** A cause of which there was a line less than a minute ago. */
interface Told {
  more: number
  last: Cause
  readonly cancel: Cancel
}

export class Log {
  readonly #namespace: string
  readonly #logger: Logger
  readonly #redact: Redact | undefined
  readonly #clock: Clock
  readonly #told = new Map<string, Told>()

  constructor(namespace: string, { logger, redact }: LogSettings, clock: Clock) {
    this.#namespace = namespace
    this.#logger = logger
    this.#redact = redact
    this.#clock = clock
  }

  listen(events: Emitter): void {
    for (const name of Object.keys(CAUSES) as (keyof typeof CAUSES)[]) this.#listenTo(events, name)
  }

  /** Tells of those that were counted and not told. */
  close(): void {
    for (const [key, { cancel, more, last }] of this.#told) {
      cancel()
      this.#told.delete(key)
      if (more > 0) this.#write(last, more)
    }
  }

  #listenTo<N extends EventName>(events: Emitter, name: N): void {
    events.on(name, (event) => {
      const causeOf = CAUSES[name] as (event: Events[N], id: ShowId) => Cause
      const cause = causeOf(event, (loader, id) => this.#show(loader, id))
      this.#tell(`${name} ${cause.of}`, cause)
    })
  }

  #tell(key: string, cause: Cause): void {
    const told = this.#told.get(key)
    if (told === undefined) {
      this.#write(cause, 0)
      this.#wait(key, cause)
    } else {
      told.more++
      told.last = cause
    }
  }

  /** At the end of the minute the last one is told, with the count of all, if there were more. */
  #wait(key: string, cause: Cause): void {
    const end = () => {
      const { more, last } = this.#told.get(key) as Told
      this.#told.delete(key)
      if (more === 0) return
      this.#write(last, more)
      this.#wait(key, last)
    }
    this.#told.set(key, { more: 0, last: cause, cancel: this.#clock.after(EVERY, end, { ref: false }) })
  }

  #write({ level, line }: Cause, more: number): void {
    const count = more > 1 ? ` (${more} times since the last such line)` : ''
    callOut('The logger', () => this.#logger[level](`larder ${quoted(this.#namespace)}: ${line}${count}`))
  }

  #show(loader: string, id: string): string {
    if (this.#redact === undefined) return quoted(id)
    try {
      const shown: unknown = this.#redact(loader, id)
      return typeof shown === 'string' ? quoted(shown) : 'an ID'
    } catch {
      return 'an ID'
    }
  }
}
