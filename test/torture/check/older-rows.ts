/**
 * Law 3: no read that began after an invalidation resolved returns a row whose load began before the invalidation was
 * called. (So no older row either: a load reads the row after it began, and the row was changed before the call.) In the
 * process that invalidates it holds from the call on.
 *
 * Two of the law's stated limits can be met here, and are excluded and counted. A process cut off from the store, or from
 * the row's part of it, cannot know of the invalidations of others, and its readers share its loads. And what its near cache answers may be older
 * than an invalidation of another process, for the ttl from when that had resolved.
 */
import type { Called, GivenRow, Load, Obeyed, Part, Read, Row, StoreOut, Violation } from '../history.ts'
import type { Moment } from '../moment.ts'
import { NEAR_TTL } from '../settings.ts'
import { type Obligation, Obligations } from './obligations.ts'

/** The gate believes in the store again a moment after the witness has seen its answer. */
const SLACK = 2

export class OlderRows {
  /** Rows that were older, in a process cut off from the store. */
  cutOff = 0
  /** Rows that were older, from a near cache. */
  near = 0
  readonly #fleet = new Map<string, Obligations>()
  /** By process and ID: in force from the call on. */
  readonly #own = new Map<string, Obligations>()
  readonly #loadsEnded = new Map<string, Moment>()
  /** By process and part. */
  readonly #outages = new Map<string, { readonly from: Moment; to: Moment }[]>()

  called(call: Called): void {
    inMap(this.#own, `${call.by} ${call.id}`).add(call.called, call)
  }

  obeyed(call: Obeyed): void {
    inMap(this.#fleet, call.id).add(call.at, call)
  }

  loaded({ by, load, ended }: Load): void {
    this.#loadsEnded.set(`${by} ${load}`, ended)
  }

  outage({ kind, by, part, at }: StoreOut): void {
    const place = placeOf(by, part)
    const outages = this.#outages.get(place) ?? []
    this.#outages.set(place, outages)
    const last = outages.at(-1)
    const isOver = last === undefined || last.to < Number.POSITIVE_INFINITY
    if (kind === 'store-back') {
      if (last !== undefined && !isOver) last.to = at + SLACK
    } else if (isOver) outages.push({ from: at, to: Number.POSITIVE_INFINITY })
  }

  /** Once all that happened in any process before the read ended is known. */
  judge(read: Read): Violation[] {
    // Which of the rows were near is not known, only how many.
    let near = read.near
    return read.rows.flatMap((given): Violation[] => {
      const { id, row } = given
      if (row.id !== id)
        return [{ law: 6, what: 'a read was given the row of another ID', evidence: { read, id, row } }]
      const own = this.#own.get(`${read.by} ${id}`)?.at(read.began)
      const fleet = this.#fleet.get(id)?.at(read.began)
      if (obeys(row, own) && obeys(row, fleet)) return []
      if (obeys(row, own) && this.#isCutOff(read, given)) {
        this.cutOff++
        return []
      }
      if (obeys(row, own) && near > 0 && obeys(row, this.#fleet.get(id)?.at(read.began - NEAR_TTL))) {
        near--
        this.near++
        return []
      }
      const obligation = obeys(row, own) ? fleet : own
      const evidence = { obligation, row, by: read.by, began: read.began, ended: read.ended }
      return [
        { law: 3, what: 'a read returned a row older than an invalidation that it must obey', evidence },
      ]
    })
  }

  /**
   * Its own process's load, which ran when the read began; and the row's part of the store was out for the process while
   * it read.
   */
  #isCutOff(read: Read, { row, parts }: GivenRow): boolean {
    const loadEnded = this.#loadsEnded.get(`${row.by} ${row.load}`)
    const isJoined = row.by === read.by && loadEnded !== undefined && loadEnded >= read.began
    const outages = parts.flatMap((part) => this.#outages.get(placeOf(read.by, part)) ?? [])
    return isJoined && outages.some(({ from, to }) => from <= read.ended && to >= read.began)
  }
}

function placeOf(by: number, part: Part): string {
  return `${by} ${part ?? ''}`
}

function obeys(row: Row, obligation: Obligation | undefined): boolean {
  return obligation === undefined || (row.began >= obligation.called && row.number >= obligation.number)
}

function inMap(map: Map<string, Obligations>, key: string): Obligations {
  const obligations = map.get(key) ?? new Obligations()
  map.set(key, obligations)
  return obligations
}
