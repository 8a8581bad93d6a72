/** `invalidate` and `prime` of a loader: from IDs to the commands that make the fleet obey (law 3). */
import { chunksOf } from './chunks.ts'
import type { Engine } from './engine.ts'
import { InvalidationPendingError, InvalidationRefusedError, UnstorableValueError } from './errors.ts'
import type { Invalidated } from './invalidated.ts'
import type { NotDelivered } from './invalidations.ts'
import { copyIds, textOf } from './loader-key.ts'
import { makeEntry, makeMissing } from './make-entry.ts'
import { CHUNK } from './undelivered.ts'

/** Commands to one part of the store. */
const AT_A_TIME = 2

/** @throws InvalidKeyError (before anything is done), InvalidationPendingError, InvalidationRefusedError */
export async function invalidateMany<K, V>(engine: Engine<K, V>, ids: readonly K[]): Promise<void> {
  engine.lifecycle.checkOpen()
  const texts = new Set(copyIds(engine.name, ids).map((id) => textOf(engine, id)))
  const items = [...texts].map((text) => invalidated(engine, text))
  const commands = engine.gate.parts
    .group(items, ({ key }) => key)
    .flatMap((group) => deliverInTurn(engine, chunksOf(group, CHUNK)))
  throwUndelivered(engine.name, items.length, await Promise.all(commands))
}

/**
 * A value that is not to be stored (its `ttl` is 0) or cannot be is invalidated.
 *
 * @throws InvalidKeyError, OptionError, UnstorableValueError, InvalidationPendingError, InvalidationRefusedError
 */
export async function prime<K, V>(engine: Engine<K, V>, id: K, value: V | null | undefined): Promise<void> {
  engine.lifecycle.checkOpen()
  const text = textOf(engine, id)
  const origin = {
    stamp: engine.clock.token(),
    began: engine.gate.nowFor(engine.space.leaseKey(text)),
    delta: 0,
  }
  const missing = value === null || value === undefined
  const { write, unstorable } = missing
    ? makeMissing(engine, text, origin)
    : makeEntry(engine, text, value, origin)
  if (write === undefined) {
    await invalidateMany(engine, [id])
    if (unstorable !== undefined) throw new UnstorableValueError(engine.name, unstorable)
    return
  }
  const item = invalidated(engine, text)
  const primed = { ...item.target, write: { key: item.key, ...write } }
  const send = () => engine.gate.prime([primed])
  throwUndelivered(engine.name, 1, [await engine.invalidations.deliver(engine, [item], true, send)])
}

/**
 * All takes effect in this process at once. The commands follow one another, few of them on their way at a time: each has
 * `storeTimeout` from when it is sent. Once one has failed, those behind it are not sent but kept.
 */
function deliverInTurn<K, V>(
  engine: Engine<K, V>,
  chunks: readonly (readonly Invalidated[])[],
): Promise<NotDelivered | undefined>[] {
  const commands: Promise<void>[] = []
  return chunks.map((chunk, i) => {
    const invalidate = () => engine.gate.invalidate(chunk.map(({ target }) => target))
    const send = () => {
      const command = commands[i - AT_A_TIME]?.then(invalidate) ?? invalidate()
      commands.push(command)
      return command
    }
    return engine.invalidations.deliver(engine, chunk, false, send)
  })
}

/** Nothing retries what was refused, so that has to be told first. */
function throwUndelivered(
  loader: string,
  asked: number,
  outcomes: readonly (NotDelivered | undefined)[],
): void {
  const failures = outcomes.filter((it) => it !== undefined)
  const refused = failures.filter(({ kept }) => !kept)
  const idsOf = (some: readonly NotDelivered[]) => some.flatMap(({ ids }) => ids)
  if (refused.length > 0) throw new InvalidationRefusedError(loader, idsOf(refused), asked, refused[0]?.cause)
  if (failures.length > 0)
    throw new InvalidationPendingError(loader, idsOf(failures), asked, failures[0]?.cause)
}

/** Neighbours obey too: all versions from the oldest known, or the one before, to the one after. */
function invalidated<K, V>({ space, policy, olderVersions }: Engine<K, V>, text: string): Invalidated {
  const oldest = Math.max(1, Math.min(policy.version - 1, ...olderVersions))
  const keys: string[] = []
  for (let version = oldest; version <= policy.version + 1; version++)
    keys.push(space.versionKey(text, version))
  const target = { lease: space.leaseKey(text), keys, hold: policy.holdAfterInvalidate }
  return { text, key: space.valueKey(text), target }
}
