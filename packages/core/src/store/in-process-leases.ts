/**
 * Leases for a store that has none, kept in this process: the same port, so that the engine has one path. Also what
 * `memoryStore` uses, which makes it the reference for every other implementation.
 *
 * Two orders carry the laws. A lease is taken *before* the values are looked at again, so that a fill which ended in
 * between is found instead of loaded again (law 1). And writes and deletes of one entity go out one after the other, in
 * the order in which they were asked for, so that no write of an older value lands behind a delete (law 3).
 */

import { entryStamp } from '../entry/entry.ts'
import type { Clock } from '../time/clock.ts'
import { expireAll } from './expire-all.ts'
import { inOrder } from './in-order.ts'
import { LeaseTable, type Taken } from './lease-table.ts'
import { markAll } from './mark-all.ts'
import type { Acquire, Acquired, Bus, BusMessage, Leases, Promotion, Stored, Values } from './store.ts'

export function inProcessLeases(
  values: Values,
  clock: Clock,
): { readonly leases: Leases; readonly bus: Bus; readonly leaseKeys: LeaseTable['keys'] } {
  const table = new LeaseTable(clock)
  const ordered = inOrder()
  const listeners = new Set<(message: BusMessage) => void>()
  const tell = (kind: Exclude<BusMessage['kind'], 'gap'>, lease: string) => {
    for (const listener of listeners) listener({ kind, lease })
  }

  function giveBack(
    { lease, token }: { lease: string; token: string },
    kind: 'released' | 'unstorable',
  ): void {
    if (table.release(lease, token)) tell(kind, lease)
  }

  /** The fence is up before anything is deleted: whatever load is running for these entities, its fill will be refused. */
  async function behindFence<T>(
    targets: readonly { readonly lease: string; readonly hold?: number }[],
    work: () => Promise<T>,
  ): Promise<T> {
    for (const { lease, hold } of targets) table.fence(lease, hold)
    try {
      return await ordered(targets, work)
    } finally {
      for (const { lease } of targets) tell('invalidated', lease)
    }
  }

  const leases: Leases = {
    async acquire(wants) {
      const at = values.now()
      const taken = wants.map((want) => table.take(want.lease, want.token, want.life))
      const stored = await values.readMany(wants.flatMap(({ keys }) => keys)).catch((error) => {
        for (const want of wants) giveBack(want, 'released')
        throw error
      })
      const byWant = inGroups(wants, stored)
      return wants.map((want, i): Acquired => {
        const found = findUsable(want, byWant[i] as (Stored | undefined)[])
        if (found === undefined) return toAcquired(taken[i] as Taken, at)
        giveBack(want, 'released')
        return found
      })
    },

    async fill(fills) {
      const accepted = fills.filter(({ lease, token }) => table.holds(lease, token))
      const written = accepted.filter(({ lease }) => !table.isHeldBack(lease))
      await ordered(written, () => values.writeMany(written.map(({ write }) => write)))
      for (const fill of accepted) {
        if (table.end(fill.lease, fill.token))
          tell(written.includes(fill) ? 'filled' : 'unstorable', fill.lease)
      }
      return fills.map((fill) => accepted.includes(fill))
    },

    async fail(failures) {
      for (const failure of failures) if (table.cool(failure)) tell('failed', failure.lease)
    },

    async release(releases) {
      for (const it of releases) giveBack(it, it.reason === 'unstorable' ? 'unstorable' : 'released')
    },

    promote: (promotions) => ordered(promotions, () => promoteAll(values, promotions)),

    invalidate: (targets) =>
      behindFence(targets, async () => {
        const wereThere = await values.deleteMany(targets.flatMap(({ keys }) => keys))
        return inGroups(targets, wereThere).map((its) => its.includes(true))
      }),

    prime: (primes) =>
      behindFence(
        primes.map(({ lease }) => ({ lease })),
        async () => {
          await values.deleteMany(
            primes.flatMap(({ keys, write }) => keys.filter((key) => key !== write.key)),
          )
          await values.writeMany(primes.map(({ write }) => write))
        },
      ),

    expire: (targets) =>
      behindFence(targets, async () => {
        const wereThere = await expireAll(
          values,
          targets.flatMap(({ keys }) => keys),
        )
        return inGroups(targets, wereThere).map((its) => its.includes(true))
      }),

    async mark(marks) {
      await ordered(
        marks.map(({ key }) => ({ lease: key })),
        () => markAll(values, marks),
      )
      for (const { key } of marks) tell('invalidated', key)
    },
  }

  const bus: Bus = {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return { leases, bus, leaseKeys: (prefix) => table.keys(prefix) }
}

/** The answers for each item, of those for the keys of all. */
function inGroups<T>(items: readonly { readonly keys: readonly string[] }[], answers: readonly T[]): T[][] {
  let end = 0
  return items.map(({ keys }) => {
    end += keys.length
    return answers.slice(end - keys.length, end)
  })
}

function toAcquired(taken: Taken, at: number): Acquired {
  switch (taken.kind) {
    case 'taken':
      return { kind: 'granted', at, failures: taken.failures }
    case 'cooling':
      return { kind: 'cooling', until: at + taken.left, failures: taken.failures }
    case 'held':
      return taken
  }
}

/** The current entry, unless it is the one that the reader has seen; an older version's only where there is no current. */
function findUsable(want: Acquire, stored: readonly (Stored | undefined)[]): Acquired | undefined {
  for (const [index, text] of stored.entries()) {
    if (text === undefined) continue
    const stamp = entryStamp(text)
    const isLegacy = want.endsWithLegacy === true && index === want.keys.length - 1
    if (stamp === undefined && !isLegacy) continue
    return index === 0 && stamp === want.seen ? undefined : { kind: 'found', stored: text, index }
  }
  return undefined
}

async function promoteAll(values: Values, promotions: readonly Promotion[]): Promise<boolean[]> {
  const there = await values.readMany(promotions.flatMap(({ write, from }) => [write.key, from.key]))
  const due = promotions.map(({ from }, i) => {
    const [current = '', old = ''] = there.slice(2 * i)
    const isSame = 'text' in from ? old === from.text : entryStamp(old) === from.stamp
    return isSame && entryStamp(current) === undefined
  })
  await values.writeMany(promotions.filter((_, i) => due[i]).map(({ write }) => write))
  return due
}
