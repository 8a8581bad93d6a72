/**
 * Law 3 under schedules that no hand would write: fast-check decides in which order every command of the store is
 * executed and answered, and every load begins, reads and ends. The same search, with one rule of the engine taken out,
 * has to find a violation: or it would prove nothing.
 */
import { describe, test } from '@jest/globals'
import type { Fill, Store } from '@larder/core'
import type { StoreOperation } from '@larder/core/testing'
import type { Schedule } from './support/in-the-air.ts'
import { findNone, findOne } from './support/law-3-search.ts'
import { withoutBus, withoutLeases } from './support/parts.ts'
import { PATIENCE } from './support/search.ts'
import type { Setting } from './support/setting.ts'

const WRITES: readonly StoreOperation[] = [
  ...(['fill', 'fail', 'release', 'promote', 'invalidate', 'prime'] as const),
  ...(['writeMany', 'deleteMany'] as const),
]

const ANYWHERE: readonly Schedule[] = [
  'invalidate during a load',
  'invalidate during the store read',
  'prime during a load',
  'a new load while the invalidated one still runs',
  'a refused fill',
  'a refresh',
]
const WITH_LEASES: readonly Schedule[] = [...ANYWHERE, 'invalidate between load and fill']
const ACROSS_PROCESSES: readonly Schedule[] = [
  ...WITH_LEASES,
  'a fill executed, its reply unread, while an invalidation resolves elsewhere',
]

describe('in any order of events, no read that begins after an invalidation gets an older row', () => {
  holds('in one process', { versions: [1], store: withoutBus }, WITH_LEASES)
  holds('in two processes, every message lost', { versions: [1, 1], store: withoutBus }, ACROSS_PROCESSES)
  holds('in two processes, messages late', { versions: [1, 1], store: (store) => store }, ACROSS_PROCESSES)
  holds('in two processes at two versions', { versions: [1, 2], store: withoutBus }, [
    ...ACROSS_PROCESSES,
    'an upgrade',
  ])
  holds(
    'in two processes that hold what is invalidated',
    { versions: [1, 1], store: withoutBus, hold: 500 },
    ACROSS_PROCESSES,
  )
  holds('in one process, its store without leases', { versions: [1], store: withoutLeases }, ANYWHERE)
  holds(
    'in two processes whose store fails now and then',
    { versions: [1, 1], store: withoutBus, lossy: [...WRITES, 'readMany', 'acquire'] },
    [...ACROSS_PROCESSES, 'an undelivered invalidation'],
  )
  holds(
    'in one process whose writes fail now and then',
    { versions: [1], store: withoutBus, lossy: WRITES },
    [...WITH_LEASES, 'an undelivered invalidation'],
  )
  holds(
    'in one process whose store without leases fails now and then',
    { versions: [1], store: withoutLeases, lossy: WRITES },
    [...ANYWHERE, 'an undelivered invalidation'],
  )
  holds(
    'in two processes at two versions, out of time',
    { versions: [1, 2], store: (store) => store, impatient: true },
    ACROSS_PROCESSES.filter((schedule) => schedule !== 'prime during a load'),
  )
  holds(
    'in one process, its store without leases, out of time',
    { versions: [1], store: withoutLeases, impatient: true },
    ANYWHERE.filter((schedule) => schedule !== 'prime during a load'),
  )
})

describe('the search finds violations, where there are any', () => {
  isBroken('does not hold without the fence', {
    versions: [1, 1],
    store: (store) => withoutFence(withoutBus(store)),
  })
  isBroken('does not hold if a read may join any flight that is loading', {
    versions: [1, 1],
    store: withoutBus,
    rule: () => true,
  })
})

function holds(name: string, setting: Setting, schedules: readonly Schedule[]): void {
  test(`law 3: ${name}`, () => findNone(setting, schedules), PATIENCE)
}

function isBroken(name: string, setting: Setting): void {
  test(`law 3: ${name}`, () => findOne(setting), PATIENCE)
}

/** Fills are written whatever token they bear. */
function withoutFence(store: Store): Store {
  const { leases } = store
  if (leases === undefined) throw new TypeError('there is no fence to take out')
  const fill = async (fills: readonly Fill[]) => {
    await store.writeMany(fills.map(({ write }) => write))
    await leases.release(fills.map((it) => ({ ...it, reason: 'cancelled' })))
    return fills.map(() => true)
  }
  return { ...store, leases: { ...leases, fill } }
}
