/** The readers of one process: each comes when it is due, whether or not those before it have been answered. */
import { setTimeout } from 'node:timers/promises'
import type { Outcomes, Plan } from '../contract/index.ts'
import type { Protection } from '../protections/protection.ts'
import { askedBy, dueOf } from './readers.ts'

/** Ms after which a reader gives up. */
export const PATIENCE = 5_000

export interface LoadOptions {
  readonly plan: Plan
  /** Which of the plan's processes this is: every so many readers are its own. */
  readonly process: number
  /** When the first reader of all is due, by `performance.now()`. */
  readonly start: number
  readonly read: Protection['read']
  readonly ended: (outcome: keyof Outcomes, wait: number) => void
}

interface Reader {
  readonly due: number
}

/** Resolves when the last reader has been answered, or has given up. */
export async function generateLoad({ plan, process, start, read, ended }: LoadOptions): Promise<void> {
  /** In the order in which they came, and so in which their patience ends. */
  const waiting = new Set<Reader>()

  async function begin(number: number, due: number): Promise<void> {
    const reader = { due }
    waiting.add(reader)
    const outcome = await read(askedBy(number, plan)).catch(() => 'errors' as const)
    // From when it was due, and not from when this process got round to it: that is waiting, too.
    if (waiting.delete(reader)) ended(outcome, performance.now() - due)
  }

  function giveUp(): void {
    for (const reader of waiting) {
      if (performance.now() < reader.due + PATIENCE) return
      waiting.delete(reader)
      ended('gaveUp', PATIENCE)
    }
  }

  const last = start + plan.seconds * 1_000
  let number = process
  let due = start + dueOf(number, plan)
  while (due < last || waiting.size > 0) {
    while (due < last && due <= performance.now()) {
      begin(number, due)
      number += plan.processes
      due = start + dueOf(number, plan)
    }
    giveUp()
    await setTimeout(1)
  }
}
