/** When the faults come: in storms, with a calm after each in which episodes can be untouched. */
import { setTimeout } from 'node:timers/promises'
import type { FaultKind } from './fault-kinds.ts'
import { FAULTS, type Victims } from './faults.ts'
import type { Fault } from './history.ts'
import { now } from './moment.ts'

/** Milliseconds. */
const CALM = { least: 2_200, most: 3_000 }
/** How long a fault is tried that nothing is there for: no lease to delete, nobody connected. */
const PATIENCE = 1_000
const BETWEEN_FAULTS = { least: 50, most: 350 }

/**
 * What does not befall the nodes while a slot moves: Redis itself would have keys in two places then, or none. A key whose
 * arrival at the new node is not confirmed is kept at the old one, too, and what is deleted there could still be read.
 */
const NOT_WHILE_MOVING: readonly FaultKind[] = ['kill', 'restart']

/**
 * Resolves soon after `signal` has aborted, when no fault is going on any more.
 *
 * @param kinds The faults of which every storm has one of each.
 */
export async function storms(
  victims: Victims,
  kinds: readonly FaultKind[],
  note: (fault: Fault) => void,
  signal: AbortSignal,
): Promise<void> {
  const { dice } = victims
  const wait = ({ least, most }: typeof CALM) =>
    setTimeout(dice.between(least, most), undefined, { signal }).catch(() => {})

  while (!signal.aborted) {
    await wait(CALM)
    // One after the other begins; they may overlap.
    const underWay = new Map<FaultKind, Promise<void>>()
    for (const kind of dice.shuffle(kinds)) {
      await Promise.all(apartFrom(kind).map((other) => underWay.get(other)))
      if (signal.aborted) break
      const fault = befall(victims, kind, note)
      fault.catch(() => {}) // Told below.
      underWay.set(kind, fault)
      await wait(BETWEEN_FAULTS)
    }
    await Promise.all(underWay.values())
  }
}

function apartFrom(kind: FaultKind): readonly FaultKind[] {
  if (kind === 'migrate') return NOT_WHILE_MOVING
  return NOT_WHILE_MOVING.includes(kind) ? ['migrate'] : []
}

async function befall(victims: Victims, kind: FaultKind, note: (fault: Fault) => void): Promise<void> {
  const patience = now() + PATIENCE
  while (now() < patience) {
    const from = now()
    const ids = await FAULTS[kind](victims)
    if (ids.length > 0) return note({ kind: 'fault', fault: kind, ids, from, to: now() })
    await setTimeout(10)
  }
}
