/**
 * Law 3 with tags, under schedules that no hand would write: tags are invalidated during loads, fills, refreshes, promotions
 * and reads, rows change what they bear, and all of a loader is invalidated. The same search, with one guard taken out, has
 * to find a violation.
 */
import { afterEach, describe, test } from '@jest/globals'
import { Flights } from '../src/read/flights.ts'
import { NearCache } from '../src/read/near-cache.ts'
import type { Bearer } from '../src/tags/bearer.ts'
import { TagInvalidations } from '../src/tags/tag-invalidations.ts'
import { TagReads } from '../src/tags/tag-reads.ts'
import type { Schedule } from './support/in-the-air.ts'
import { findNone, findOne } from './support/law-3-search.ts'
import { withLossyBus, withoutBus, withoutLeases } from './support/parts.ts'
import { PATIENCE } from './support/search.ts'
import type { Setting } from './support/setting.ts'

const tags = true
const near = 500
const DEAF: Setting = { versions: [1, 1], store: withoutBus, tags }

const ANYWHERE: readonly Schedule[] = [
  'tags invalidated during a load',
  'tags invalidated during the store read',
  'a refresh',
]
const WITH_LEASES: readonly Schedule[] = [...ANYWHERE, 'tags invalidated between load and fill']

describe('in any order of events, what bears a tag and was loaded before its invalidation is dead', () => {
  holds('tags, in one process', { versions: [1], store: withoutBus, tags }, WITH_LEASES)
  holds('tags, in two processes, every message lost', DEAF, WITH_LEASES)
  holds('tags, in two processes, messages late', { ...DEAF, store: (store) => store }, WITH_LEASES)
  holds('tags, in two processes at two versions', { ...DEAF, versions: [1, 2] }, [
    ...WITH_LEASES,
    'an upgrade',
    'tags invalidated during a promotion',
  ])
  holds('tags, in two processes that hold what is invalidated', { ...DEAF, hold: 5 }, WITH_LEASES)
  holds(
    'tags, in one process, its store without leases',
    { versions: [1], store: withoutLeases, tags },
    ANYWHERE,
  )
  holds(
    'tags, in two processes whose store fails now and then',
    { ...DEAF, lossy: ['readMany', 'acquire', 'fill', 'release', 'promote', 'invalidate', 'prime', 'mark'] },
    [...WITH_LEASES, 'an undelivered invalidation'],
  )
  holds(
    'tags, in one process whose writes fail now and then',
    { versions: [1], store: withoutBus, tags, lossy: ['fill', 'invalidate', 'mark'] },
    [...WITH_LEASES, 'an undelivered invalidation'],
  )
  holds('tags, near, every message lost', { ...DEAF, near }, [...WITH_LEASES, 'a near hit'])
  holds(
    'tags, near, at two versions, some messages lost',
    { versions: [1, 2], store: withLossyBus, near, tags },
    [...WITH_LEASES, 'a near hit'],
  )
})

describe('the search finds violations, where there are any', () => {
  const { bearerOf, standing } = TagReads.prototype
  const { callsFor } = TagInvalidations.prototype
  const { dropTag } = NearCache.prototype
  const { detachAll } = Flights.prototype
  afterEach(() => {
    Object.assign(TagReads.prototype, { bearerOf, standing })
    Object.assign(TagInvalidations.prototype, { callsFor })
    Object.assign(NearCache.prototype, { dropTag })
    Object.assign(Flights.prototype, { detachAll })
  })

  isBroken(
    'tags, does not hold if it counts when an entry was stored, and not when its load began',
    DEAF,
    () => {
      TagReads.prototype.bearerOf = function (entry, ...rest) {
        return bearerOf.call(this, { ...entry, began: entry.at }, ...rest)
      }
    },
  )

  isBroken('tags, does not hold if who joined a load takes its fill for proof', DEAF, () => {
    const loaded = new Set<Bearer>()
    TagReads.prototype.bearerOf = function (entry, ...rest) {
      const bearer = bearerOf.call(this, entry, ...rest)
      if (bearer !== undefined && !('stored' in entry)) loaded.add(bearer)
      return bearer
    }
    TagReads.prototype.standing = async function (bearer, ...rest) {
      return loaded.has(bearer) ? 'alive' : standing.call(this, bearer, ...rest)
    }
  })

  isBroken(
    'tags, does not hold if what is called for counts once it is written',
    { ...DEAF, versions: [1] },
    () => {
      TagInvalidations.prototype.callsFor = () => new Map()
    },
  )

  isBroken(
    'tags, does not hold if flights go on, store out',
    { versions: [1], store: withoutBus, tags, lossy: ['readMany', 'acquire', 'fill', 'mark'] },
    () => {
      Flights.prototype.detachAll = () => {}
    },
  )

  isBroken('tags, does not hold if the near cache hears nothing of them', { ...DEAF, near }, () => {
    NearCache.prototype.dropTag = () => {}
  })
})

function holds(name: string, setting: Setting, schedules: readonly Schedule[]): void {
  test(`law 3: ${name}`, () => findNone(setting, schedules), PATIENCE)
}

function isBroken(name: string, setting: Setting, takeOut: () => void): void {
  test(
    `law 3: ${name}`,
    async () => {
      takeOut()
      await findOne(setting)
    },
    PATIENCE,
  )
}
