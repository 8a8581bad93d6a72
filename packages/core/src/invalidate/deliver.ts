/** Invalidations and primes on their way to the store: in turn, and what becomes of each. */

import { chunksOf } from '../store/chunks.ts'
import type { StoreGate } from '../store/store-gate.ts'
import type { Invalidations, Outcome } from './invalidations.ts'
import { CHUNK, type Item } from './undelivered.ts'

/** Commands to one part of the store. */
const AT_A_TIME = 2

interface Delivering<I extends Item> {
  readonly gate: Pick<StoreGate, 'parts'>
  readonly invalidations: Invalidations<I>
  readonly takeEffect: (key: string) => void
}

interface How<I, T> {
  /** What concerns the same key and comes later takes the place of one that has not been sent yet. */
  readonly primed: boolean
  /** Answers for each item. */
  readonly send: (chunk: readonly I[]) => Promise<readonly T[]>
  /** What the first commands wait for. Never rejects. Default: nothing. */
  readonly after?: Promise<unknown> | undefined
  /** Called for what the store has done. */
  readonly delivered: (chunk: readonly I[]) => void
}

/**
 * All takes effect in this process at once. The commands to a part follow one another, few of them on their way at a time:
 * each has `storeTimeout` from when it is sent. Once one has failed, those behind it are not sent but kept.
 */
export function deliverAll<I extends Item, J extends I, T>(
  to: Delivering<I>,
  items: readonly J[],
  how: How<J, T>,
): Promise<Outcome<J, T>[]> {
  const groups = to.gate.parts.group(items, ({ key }) => key)
  // Many take a while to take effect, which shall not count against the deadlines of the first commands.
  const first = how.after ?? (items.length > CHUNK ? Promise.resolve() : undefined)
  return Promise.all(groups.flatMap((group) => deliverInTurn(to, chunksOf(group, CHUNK), how, first)))
}

function deliverInTurn<I extends Item, J extends I, T>(
  { invalidations, takeEffect }: Delivering<I>,
  chunks: readonly (readonly J[])[],
  { primed, send, delivered }: How<J, T>,
  first: Promise<unknown> | undefined,
): Promise<Outcome<J, T>>[] {
  const commands: Promise<readonly T[]>[] = []
  const sendInTurn = (chunk: readonly J[], i: number, isLatest: (item: J) => boolean) => {
    // What was invalidated or primed again while it waited for its turn has a younger value (law 3).
    const sendNow = async () => {
      const due = primed ? chunk.filter(isLatest) : chunk
      return due.length === 0 ? [] : send(due)
    }
    const before = commands[i - AT_A_TIME] ?? first
    const command = before === undefined ? send(chunk) : before.then(sendNow)
    commands.push(command)
    return command
  }
  return chunks.map((chunk, i) =>
    invalidations.deliver(chunk, {
      takeEffect,
      delivered,
      send: (isLatest) => sendInTurn(chunk, i, isLatest),
    }),
  )
}
