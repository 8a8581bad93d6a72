/** Notes what happens in a cache that its callers do not see, and sends all notes to whoever runs the fleet. */
import type { Cache, Failure, Leases, Store } from '@larder/core'
import type { Happening, StoreOut } from '../history.ts'
import type { Link } from '../link.ts'
import { type Moment, now } from '../moment.ts'
import type { FleetAnswers, FleetAsks } from '../protocol.ts'
import { STALL, STORE_TIMEOUT } from '../settings.ts'

/** Redis counts whole milliseconds. */
const ROUNDED = 1
/** How often the notes are sent, ms. */
const PERIOD = 25

export class Witness {
  readonly by: number
  readonly #link: Link<FleetAsks, FleetAnswers>
  #notes: Happening[] = []
  #isOut = false
  /** Circuits of the store that are open: nothing is asked then, and nothing fails. */
  #open = 0
  /** By ID: when its lease was asked for, that was granted and is not used yet. */
  readonly #granted = new Map<string, Moment>()
  /** By token, which each attempt has of its own: when its leases were asked for. */
  readonly #attempts = new Map<string, Moment>()
  #ticked: Moment = now()
  readonly #timer: NodeJS.Timeout

  constructor(by: number, link: Link<FleetAsks, FleetAnswers>) {
    this.by = by
    this.#link = link
    this.#timer = setInterval(() => {
      const at = now()
      const isLate = at - this.#ticked > PERIOD + STALL
      if (isLate || this.#open > 0) this.note({ kind: 'stall', by, from: this.#ticked, to: at })
      this.#ticked = at
      void this.send()
    }, PERIOD)
  }

  note(happening: Happening): void {
    this.#notes.push(happening)
  }

  /** Tells, with the notes, up to when there are no others. */
  async send(): Promise<void> {
    await this.#link.ask('note', { at: now(), happenings: this.#notes.splice(0) })
  }

  end(): Promise<void> {
    clearInterval(this.#timer)
    return this.send()
  }

  /** What the cache tells about the store and about fills. */
  listen(cache: Cache): void {
    cache.on('store-error', () => this.#turn('store-out'))
    cache.on('circuit', ({ of, state }) => {
      if (of !== 'store') return
      this.#open += state === 'open' ? 1 : -1
      this.note({ kind: 'stall', by: this.by, from: this.#ticked, to: now() })
    })
    cache.on('fill-refused', ({ id }) => this.note({ kind: 'refused-fill', by: this.by, id, at: now() }))
  }

  /** Told at the begin of a load: when its leases were asked for, if it has those of all its IDs. */
  useLeases(ids: readonly string[]): Moment | undefined {
    const asked = ids.map((id) => this.#granted.get(id))
    for (const id of ids) this.#granted.delete(id)
    return asked.every((at) => at !== undefined) ? Math.min(...asked) : undefined
  }

  /** The same store, watched: when it answers, which leases it grants, and when it was told to let a key cool down. */
  watch(store: Store): Store {
    const { leases } = store
    if (leases === undefined) throw new TypeError('expected a store with leases')
    const watched = Object.fromEntries(
      Object.entries(leases).map(([name, run]) => [name, this.#watched(run.bind(leases))]),
    ) as unknown as Leases
    return {
      ...store,
      readMany: this.#watched(store.readMany.bind(store)),
      leases: {
        ...watched,
        fail: (failures) => this.#noteCoolDowns(failures, () => watched.fail(failures)),
        acquire: async (wants) => {
          const asked = now()
          const acquired = await watched.acquire(wants)
          for (const [i, { lease, token }] of wants.entries()) {
            if (acquired[i]?.kind !== 'granted') continue
            this.#granted.set(idOf(lease), asked)
            this.#attempts.set(token, asked)
          }
          return acquired
        },
        release: (releases) => {
          for (const { lease } of releases) this.#granted.delete(idOf(lease))
          return watched.release(releases)
        },
      },
    }
  }

  /** An answer that took longer than anybody waits is none. */
  #watched<A extends unknown[], R>(run: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
    return async (...args) => {
      const from = now()
      const answer = await run(...args)
      const to = now()
      if (to - from > STALL) this.note({ kind: 'stall', by: this.by, from, to })
      if (to - from < STORE_TIMEOUT) this.#turn('store-back')
      return answer
    }
  }

  #turn(kind: StoreOut['kind']): void {
    const isOut = kind === 'store-out'
    if (!isOut && this.#open > 0) return
    // Each failure is told: while one lasts, another process may have been invalidating.
    if (isOut || this.#isOut) this.note({ kind, by: this.by, at: now() })
    this.#isOut = isOut
  }

  async #noteCoolDowns(failures: readonly Failure[], tell: () => Promise<void>): Promise<void> {
    const sent = now()
    await tell()
    const since = now()
    for (const { lease, token, cool } of failures) {
      const leased = this.#attempts.get(token) ?? Number.NEGATIVE_INFINITY
      this.note({
        kind: 'cool-down',
        by: this.by,
        id: idOf(lease),
        leased,
        since,
        until: sent + cool - ROUNDED,
      })
    }
  }
}

/** `NS:{LOADER/SCOPE/ID}:lease` */
function idOf(lease: string): string {
  return lease.slice(lease.lastIndexOf('/') + 1, lease.lastIndexOf('}'))
}
