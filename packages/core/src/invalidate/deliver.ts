/** Invalidations and primes on their way to the store: in turn, and what becomes of each. */

import type { Engine } from '../loader/engine.ts'
import { chunksOf } from '../store/chunks.ts'
import type { Invalidated } from './invalidated.ts'
import type { Outcome } from './invalidations.ts'
import { CHUNK } from './undelivered.ts'

/** Commands to one part of the store. */
const AT_A_TIME = 2

type Send<I, T> = (chunk: readonly I[]) => Promise<readonly T[]>

/**
 * All takes effect in this process at once. The commands to a part follow one another, few of them on their way at a time:
 * each has `storeTimeout` from when it is sent. Once one has failed, those behind it are not sent but kept.
 *
 * @param send Answers for each item.
 */
export function deliverAll<K, V, I extends Invalidated, T>(
  engine: Engine<K, V>,
  items: readonly I[],
  how: { readonly primed: boolean; readonly send: Send<I, T> },
): Promise<Outcome<I, T>[]> {
  const groups = engine.gate.parts.group(items, ({ key }) => key)
  // Many take a while to take effect, which shall not count against the deadlines of the first commands.
  const marked = items.length > CHUNK ? Promise.resolve() : undefined
  return Promise.all(groups.flatMap((group) => deliverInTurn(engine, chunksOf(group, CHUNK), how, marked)))
}

function deliverInTurn<K, V, I extends Invalidated, T>(
  engine: Engine<K, V>,
  chunks: readonly (readonly I[])[],
  { primed, send }: { readonly primed: boolean; readonly send: Send<I, T> },
  marked: Promise<void> | undefined,
): Promise<Outcome<I, T>>[] {
  const commands: Promise<readonly T[]>[] = []
  return chunks.map((chunk, i) =>
    engine.invalidations.deliver(engine, chunk, primed, (isLatest) => {
      // What was invalidated or primed again while it waited for its turn has a younger value (law 3).
      const sendNow = async () => {
        const due = primed ? chunk.filter(isLatest) : chunk
        return due.length === 0 ? [] : send(due)
      }
      const before = commands[i - AT_A_TIME] ?? marked
      const command = before === undefined ? send(chunk) : before.then(sendNow)
      commands.push(command)
      return command
    }),
  )
}
