/** Many readers of one key, who come within a moment; and how long each of them waits. */
import { setTimeout } from 'node:timers/promises'
import type { OpenPeer } from '../peers/peer.ts'
import type { Row, Rush, Waits } from './messages.ts'

export interface Rushed {
  readonly waits: Waits
  /** Reads that nobody waits for any more have ended, too. */
  readonly ended: Promise<unknown>
}

/** @throws on a wrong answer, and where a read rejects before its reader gave up. */
export async function rush(read: OpenPeer<Row>['read'], coming: Rush): Promise<Rushed> {
  const { id, at, readers, window, patience, oldest } = coming
  const waits = new Float64Array(readers).fill(patience)
  const begin = at - performance.timeOrigin
  let answered = 0
  const readOne = async (reader: number, due: number) => {
    const row = await read(id)
    const wait = performance.now() - due
    if (wait > patience) return
    check(row, id, oldest)
    waits[reader] = wait
    answered += 1
  }
  await setTimeout(begin - performance.now())
  const reads: Promise<void>[] = []
  while (reads.length < readers) {
    // From when it was due, and not from when this process got round to it: that is waiting, too.
    const due = begin + (window * reads.length) / readers
    if (due <= performance.now()) reads.push(readOne(reads.length, due))
    else await setTimeout(1)
  }
  const answers = new AbortController()
  const giveUp = setTimeout(begin + window + patience - performance.now(), undefined, answers)
  await Promise.race([Promise.all(reads), giveUp])
  answers.abort()
  giveUp.catch(() => {})
  return { waits: { waits, unanswered: readers - answered }, ended: Promise.allSettled(reads) }
}

function check(row: Row | null | undefined, id: string, oldest: number): void {
  if (row?.id === id && row.text.length > 0 && row.query >= oldest) return
  throw new Error(`Expected ${id} by query ${oldest} or later, received ${JSON.stringify(row)}.`)
}
