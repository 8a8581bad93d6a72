/** Invalidations and primes on their way to the store: in turn, and what becomes of each. */
import { chunksOf } from './chunks.ts'
import type { Engine } from './engine.ts'
import type { Invalidated } from './invalidated.ts'
import type { Outcome } from './invalidations.ts'
import { CHUNK } from './undelivered.ts'

/** Commands to one part of the store. */
const AT_A_TIME = 2

/**
 * All takes effect in this process at once. The commands to a part follow one another, few of them on their way at a time:
 * each has `storeTimeout` from when it is sent. Once one has failed, those behind it are not sent but kept.
 *
 * @param send Answers for each item.
 */
export function deliverAll<K, V, I extends Invalidated, T>(
  engine: Engine<K, V>,
  items: readonly I[],
  how: { readonly primed: boolean; readonly send: (chunk: readonly I[]) => Promise<readonly T[]> },
): Promise<Outcome<I, T>[]> {
  const groups = engine.gate.parts.group(items, ({ key }) => key)
  return Promise.all(groups.flatMap((group) => deliverInTurn(engine, chunksOf(group, CHUNK), how)))
}

function deliverInTurn<K, V, I extends Invalidated, T>(
  engine: Engine<K, V>,
  chunks: readonly (readonly I[])[],
  {
    primed,
    send,
  }: { readonly primed: boolean; readonly send: (chunk: readonly I[]) => Promise<readonly T[]> },
): Promise<Outcome<I, T>>[] {
  const commands: Promise<readonly T[]>[] = []
  return chunks.map((chunk, i) => {
    const inTurn = () => {
      const command = commands[i - AT_A_TIME]?.then(() => send(chunk)) ?? send(chunk)
      commands.push(command)
      return command
    }
    return engine.invalidations.deliver(engine, chunk, primed, inTurn)
  })
}
