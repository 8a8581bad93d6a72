/** Notes what happens in a cache that its callers do not see, and sends all notes to whoever runs the fleet. */
import type { Cache, Failure, Leases, Store } from '@larder/core'
import type { Happening, Part, StoreOut } from '../history.ts'
import type { Link } from '../link.ts'
import { type Moment, now } from '../moment.ts'
import type { FleetAnswers, FleetAsks } from '../protocol.ts'
import { IDS, keyPrefixOf, STALL, STORE_TIMEOUT } from '../settings.ts'

/** Redis counts whole milliseconds. */
const ROUNDED = 1
/** How often the notes are sent, ms. */
const PERIOD = 25

export class Witness {
  readonly by: number
  readonly #hasTags: boolean
  readonly #link: Link<FleetAsks, FleetAnswers>
  #notes: Happening[] = []
  #partOf: (key: string) => Part = () => undefined
  readonly #out = new Set<Part>()
  /** By part, its circuits that are open: nothing is asked of it then, and nothing fails. */
  readonly #open = new Map<Part, number>()
  /** By ID: when its lease was asked for, that was granted and is not used yet. */
  readonly #granted = new Map<string, Moment>()
  /** By token, which each attempt has of its own: when its leases were asked for. */
  readonly #attempts = new Map<string, Moment>()
  #ticked: Moment = now()
  readonly #timer: NodeJS.Timeout

  /** @param hasTags What bears tags needs their markers, which may lie anywhere. */
  constructor(by: number, link: Link<FleetAsks, FleetAnswers>, hasTags: boolean) {
    this.by = by
    this.#hasTags = hasTags
    this.#link = link
    this.#timer = setInterval(() => {
      const at = now()
      if (at - this.#ticked > PERIOD + STALL) this.note({ kind: 'stall', by, from: this.#ticked, to: at })
      for (const [part, open] of this.#open)
        if (open > 0) this.note({ kind: 'stall', by, ids: this.#idsIn(part), from: this.#ticked, to: at })
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
    cache.on('store-error', ({ part }) => this.#turn('store-out', part))
    cache.on('circuit', ({ of, state, part }) => {
      if (of !== 'store') return
      this.#open.set(part, this.#openIn(part) + (state === 'open' ? 1 : -1))
      this.note({ kind: 'stall', by: this.by, ids: this.#idsIn(part), from: this.#ticked, to: now() })
    })
    cache.on('fill-refused', ({ id }) => this.note({ kind: 'refused-fill', by: this.by, id, at: now() }))
  }

  /** Told at the begin of a load: when its leases were asked for, if it has those of all its IDs. */
  useLeases(ids: readonly string[]): Moment | undefined {
    const asked = ids.map((id) => this.#granted.get(id))
    for (const id of ids) this.#granted.delete(id)
    return asked.every((at) => at !== undefined) ? Math.min(...asked) : undefined
  }

  /** The part of the store in which this process sees the row lie. */
  partOf(id: string): Part {
    return this.#partOf(keyPrefixOf(id))
  }

  /** The same store, watched: when it answers, which leases it grants, and when it was told to let a key cool down. */
  watch(store: Store): Store {
    const { leases } = store
    if (leases === undefined) throw new TypeError('expected a store with leases')
    this.#partOf = store.partOf ?? this.#partOf
    const keyOf = (item: { readonly lease: string } | { readonly key: string }) =>
      'lease' in item ? item.lease : item.key
    const watched = Object.fromEntries(
      Object.entries(leases).map(([name, run]) => [name, this.#watched(run.bind(leases), keyOf)]),
    ) as unknown as Leases
    return {
      ...store,
      readMany: this.#watched(store.readMany.bind(store), (key) => key),
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

  /** An answer that took longer than anybody waits is none. Each operation is for items of one part. */
  #watched<T, R>(
    run: (items: readonly T[]) => Promise<R>,
    keyOf: (item: T) => string,
  ): (items: readonly T[]) => Promise<R> {
    return async (items) => {
      const part = this.#partOf(keyOf(items[0] as T))
      const from = now()
      const answer = await run(items)
      const to = now()
      if (to - from > STALL) this.note({ kind: 'stall', by: this.by, ids: this.#idsIn(part), from, to })
      if (to - from < STORE_TIMEOUT) this.#turn('store-back', part)
      return answer
    }
  }

  #turn(kind: StoreOut['kind'], part: Part): void {
    if (kind === 'store-back' && this.#openIn(part) > 0) return
    // Each failure is told: while one lasts, another process may have been invalidating.
    if (kind === 'store-out' || this.#out.has(part))
      this.note({ kind, by: this.by, part, ids: this.#idsIn(part), at: now() })
    if (kind === 'store-out') this.#out.add(part)
    else this.#out.delete(part)
  }

  #openIn(part: Part): number {
    return this.#open.get(part) ?? 0
  }

  #idsIn(part: Part): readonly string[] {
    return this.#hasTags ? IDS : IDS.filter((id) => this.partOf(id) === part)
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
