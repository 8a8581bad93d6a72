/**
 * Law 3 with near caches, under schedules that no hand would write: where messages are late or lost, what is near obeys
 * an invalidation of another process within its ttl. The same search, with one guard of the near cache taken out, has to
 * find a violation.
 */
import { afterEach, describe, test } from '@jest/globals'
import fc from 'fast-check'
import { NearCache } from '../src/read/near-cache.ts'
import type { TickBatch } from '../src/read/tick-batch.ts'
import type { ClientCommand, Plan } from './support/commands.ts'
import type { Schedule } from './support/in-the-air.ts'
import { findNone, findOne } from './support/law-3-search.ts'
import { withLossyBus, withoutBus } from './support/parts.ts'
import { PATIENCE } from './support/search.ts'
import type { Setting } from './support/setting.ts'

/** Less than passes at a time. */
const near = 500
const DEAF: Setting = { versions: [1, 1], store: withoutBus, near }

const HERE: readonly Schedule[] = [
  'a near hit',
  'invalidate during the store read',
  'prime during a load',
  'a refresh',
]
const OLDER: Schedule = 'a near hit that is older than an invalidation elsewhere'
const ELSEWHERE: readonly Schedule[] = [...HERE, OLDER]

const timePasses: ClientCommand = { kind: 'time passes', cache: 0, ids: [] }
const read = (cache: number): ClientCommand => ({ kind: 'read', cache, ids: ['1'] })

/** In most schedules a row changes elsewhere, and time passes, while the store's answer is on its way. */
const LONG_READS: Plan = {
  clients: [
    [read(0), read(0), read(0), read(0), read(0)],
    [timePasses, read(0), read(0), read(0), read(0)],
    [read(1), timePasses, { kind: 'change', cache: 1, ids: ['1'] }, timePasses],
  ],
  loads: [{ before: 0, after: 0 }],
  losses: [],
}

describe('in any order of events, what is near is no older than its ttl allows', () => {
  holds('near, in one process', { versions: [1], store: withoutBus, near }, HERE)
  holds('near, in two processes, every message lost', DEAF, ELSEWHERE)
  holds('near, in two processes, where reads of the store take long', DEAF, [OLDER], LONG_READS)
  holds(
    'near, in two processes, messages late',
    { versions: [1, 1], store: (store) => store, near },
    ELSEWHERE,
  )
  holds(
    'near, in two processes at two versions, some messages lost',
    { versions: [1, 2], store: withLossyBus, near },
    [...ELSEWHERE, 'an upgrade'],
  )
  holds(
    'near, in two processes whose store fails now and then',
    {
      versions: [1, 1],
      store: withLossyBus,
      near,
      lossy: ['readMany', 'acquire', 'fill', 'invalidate', 'prime'],
    },
    [...HERE, 'an undelivered invalidation'],
  )
})

describe('the search finds violations, where there are any', () => {
  const { ask, drop, keep } = NearCache.prototype
  afterEach(() => {
    Object.assign(NearCache.prototype, { drop, keep })
  })

  isBroken('near, does not hold if an invalidation drops nothing', () => {
    NearCache.prototype.drop = () => {}
  })

  isBroken('near, does not hold if what was asked for before an invalidation is kept', () => {
    NearCache.prototype.keep = function (batch: TickBatch) {
      batch.outdated.clear()
      keep.call(this, batch)
    }
  })

  isBroken(
    'near, does not hold if the ttl begins with the answer',
    () => {
      NearCache.prototype.keep = function (batch: TickBatch) {
        ask.call(this, batch)
        keep.call(this, batch)
      }
    },
    LONG_READS,
  )
})

function holds(name: string, setting: Setting, schedules: readonly Schedule[], plan?: Plan): void {
  test(`law 3: ${name}`, () => findNone(setting, schedules, plan && fc.constant(plan)), PATIENCE)
}

function isBroken(name: string, takeOut: () => void, plan?: Plan): void {
  test(
    `law 3: ${name}`,
    async () => {
      takeOut()
      await findOne(DEAF, plan && fc.constant(plan))
    },
    PATIENCE,
  )
}
