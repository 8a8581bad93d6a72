/** What the clients of one process do all the time: read batches; change rows, and invalidate or prime them. */
import { setTimeout } from 'node:timers/promises'
import { createReport, InvalidationPendingError } from '@larder/core'
import type { Dice } from '../../support/dice.ts'
import type { Called, GivenRow, Row } from '../history.ts'
import type { Link } from '../link.ts'
import { now } from '../moment.ts'
import { emptyTally, type FleetAnswers, type FleetAsks, type Tally } from '../protocol.ts'
import { bearersOf, COLD, HOT, IDS, tagsOf } from '../settings.ts'
import { type RowsLoader, rowOf } from './rows-loader.ts'
import type { Witness } from './witness.ts'

const CLIENTS = 12
const WRITES = 0.03
const COLD_WRITES = 0.02
const PRIMES = 0.25
const BY_TAG = 0.5
const LARGEST_READ = 6
/** How long a client rests at most, ms. */
const REST = 20

export class Workload {
  readonly tally: Tally = emptyTally()
  readonly #rows: RowsLoader
  readonly #witness: Witness
  readonly #link: Link<FleetAsks, FleetAnswers>
  readonly #dice: Dice
  readonly #hasTags: boolean
  #clients: Promise<void>[] = []
  #isResting = false
  /** Changes whose invalidation was rejected as pending. */
  readonly #pending = new Set<Called>()
  #settled = () => {}

  constructor(
    rows: RowsLoader,
    witness: Witness,
    link: Link<FleetAsks, FleetAnswers>,
    dice: Dice,
    hasTags: boolean,
  ) {
    this.#rows = rows
    this.#witness = witness
    this.#link = link
    this.#dice = dice
    this.#hasTags = hasTags
    rows.cache.on('invalidated', ({ ids }) => {
      for (const called of this.#pending)
        if (called.tag === undefined && ids.includes(called.id)) this.#obeyed(called)
    })
    rows.cache.on('tags-invalidated', ({ tags }) => {
      for (const called of this.#pending)
        if (called.tag !== undefined && tags.includes(called.tag)) this.#obeyed(called)
    })
    rows.cache.on('upgraded', ({ written }) => {
      if (written) this.tally.upgrades++
    })
  }

  start(): void {
    this.#clients = Array.from({ length: CLIENTS }, () => this.#client())
  }

  /** Resolves when every client has ended, and every change is obeyed. */
  async rest(): Promise<void> {
    this.#isResting = true
    await Promise.all(this.#clients)
    while (this.#pending.size > 0) {
      await new Promise<void>((resolve) => {
        this.#settled = resolve
      })
    }
  }

  /** Of each ID, as it is read when nobody writes: after a cool-down, if there is one. */
  async readAll(): Promise<Row[]> {
    const rows: Row[] = []
    for (const id of IDS) {
      for (;;) {
        const [row] = await this.#readMany([id])
        if (row !== undefined) {
          rows.push(row)
          break
        }
        await setTimeout(REST)
      }
    }
    return rows
  }

  async #client(): Promise<void> {
    const dice = this.#dice
    while (!this.#isResting) {
      if (dice.chance(WRITES)) await this.#write()
      else await this.#readMany(dice.some(IDS, 1 + dice.between(0, LARGEST_READ)))
      await setTimeout(dice.between(0, REST))
    }
  }

  async #readMany(ids: readonly string[]): Promise<Row[]> {
    const report = createReport()
    const partsBefore = ids.map((id) => this.#witness.partOf(id))
    const began = now()
    const answers = await this.#rows.loader.loadMany(ids, { report })
    const ended = now()
    const { hits, stale, near, joined, loaded, errors } = report
    for (const [name, count] of Object.entries({ hits, stale, near, joined, loaded, errors }))
      this.tally[name as keyof Tally] += count
    const rows = answers.flatMap((answer, i): GivenRow[] => {
      if (answer === null || answer instanceof Error) return []
      const id = ids[i] as string
      return [{ id, row: rowOf(answer), parts: [...new Set([partsBefore[i], this.#witness.partOf(id)])] }]
    })
    this.#witness.note({ kind: 'read', by: this.#witness.by, began, ended, rows, near })
    return rows.map(({ row }) => row)
  }

  async #write(): Promise<void> {
    const dice = this.#dice
    const primed = dice.chance(PRIMES)
    const from = dice.chance(COLD_WRITES) ? COLD : HOT
    const chosen =
      !primed && this.#hasTags && dice.chance(BY_TAG) ? dice.pick(tagsOf(dice.pick(from))) : undefined
    const wanted = chosen === undefined ? dice.some(from, primed ? 1 : 3) : bearersOf(chosen)
    const numbers = await this.#link.ask('change', { ids: wanted, primed })
    const ids = Object.keys(numbers)
    if (ids.length === 0) return
    // Where somebody has a row for itself it is left alone, and so is what invalidates it.
    const tag = ids.length === wanted.length ? chosen : undefined
    // Noted in the same stretch as it is called: this process obeys from here on.
    const calls = ids.map((id): Called => {
      const number = numbers[id] as number
      return { kind: 'called', by: this.#witness.by, id, number, primed, tag, called: now() }
    })
    for (const call of calls) this.#witness.note(call)
    try {
      if (primed) await this.#prime(calls[0] as Called)
      else if (tag !== undefined) await this.#rows.cache.invalidateTags([tag])
      else await this.#rows.loader.invalidateMany(ids)
      for (const call of calls) this.#obeyed(call)
    } catch (error) {
      if (!(error instanceof InvalidationPendingError)) throw error
      // The others are done: on a Cluster, those of the nodes that answered.
      for (const call of calls) {
        if (tag !== undefined || error.ids.includes(call.id)) this.#pending.add(call)
        else this.#obeyed(call)
      }
    }
  }

  #prime({ id, number, by, called }: Called): Promise<void> {
    return this.#rows.loader.prime(id, this.#rows.toShape({ id, number, by, load: 0, began: called }))
  }

  #obeyed(call: Called): void {
    this.#pending.delete(call)
    this.#witness.note({ ...call, kind: 'obeyed', at: now() })
    this.#settled()
  }
}
