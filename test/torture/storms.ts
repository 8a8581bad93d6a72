/** When the faults come: in storms, with a calm after each in which episodes can be untouched. */
import { setTimeout } from 'node:timers/promises'
import { FAULTS, type Victims } from './faults.ts'
import type { Fault, FaultKind } from './history.ts'
import { now } from './moment.ts'

/** Milliseconds. */
const CALM = { least: 2_200, most: 3_000 }
/** How long a fault is tried that nothing is there for: no lease to delete, nobody connected. */
const PATIENCE = 1_000
const BETWEEN_FAULTS = { least: 50, most: 350 }

/** Resolves soon after `signal` has aborted, when no fault is going on any more. */
export async function storms(
  victims: Victims,
  note: (fault: Fault) => void,
  signal: AbortSignal,
): Promise<void> {
  const { dice } = victims
  const wait = ({ least, most }: typeof CALM) =>
    setTimeout(dice.between(least, most), undefined, { signal }).catch(() => {})

  while (!signal.aborted) {
    await wait(CALM)
    // One after the other begins; they may overlap.
    const underWay: Promise<void>[] = []
    for (const kind of dice.shuffle(Object.keys(FAULTS) as FaultKind[])) {
      if (signal.aborted) break
      const fault = befall(victims, kind, note)
      fault.catch(() => {}) // Told below.
      underWay.push(fault)
      await wait(BETWEEN_FAULTS)
    }
    await Promise.all(underWay)
  }
}

async function befall(victims: Victims, kind: FaultKind, note: (fault: Fault) => void): Promise<void> {
  const patience = now() + PATIENCE
  while (now() < patience) {
    const from = now()
    if (await FAULTS[kind](victims)) return note({ kind: 'fault', fault: kind, from, to: now() })
    await setTimeout(10)
  }
}
