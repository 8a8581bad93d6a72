/** What there is to read: an entry for everyone and one for each user, under the same IDs. */
import type { Cache } from '@larder/core'
import { EVERYONES, markerOf, type Viewer } from './people.ts'

export interface Entry {
  readonly id: string
  /** Whose it is, as the key of what lies below. */
  readonly owner: string
  readonly text: string
}

export type Loaders = ReturnType<typeof createLoaders>

/** What a cache is made to leak by. */
export type Plant = 'a policy that is wrongly public' | 'a key that leaves the user out' | 'no hints'

/** Short enough that much is served stale in the course of the test, and refreshed for whoever comes then. */
const kept = { ttl: '10s', grace: '5m', cooldown: { base: '1ms' }, timeout: '60s' } as const

export function createLoaders(cache: Cache, plant?: Plant) {
  return {
    everyones: cache.loader('everyones', async (ids: readonly string[]) => ids.map(everyonesEntry), kept),
    own: cache.loader(
      'own',
      async (ids: readonly string[], { scope }) => ids.map((id) => entryOf(scope.user, id)),
      { ...kept, scope: scopeOf },
    ),
    keyed: cache.loader(
      'keyed',
      async (ids: readonly UsersId[]) => ids.map(({ user, id }) => entryOf(user, id)),
      {
        ...kept,
        key: ({ user, id }: UsersId) =>
          plant === 'a key that leaves the user out' ? id : JSON.stringify([user, id]),
      },
    ),
  }
}

interface UsersId {
  readonly user: string
  readonly id: string
}

/** The policies', too: a resolver reads what has its own scope, by the same function. */
export function scopeOf({ user, locale }: Viewer) {
  return user === undefined ? undefined : { user, locale }
}

function everyonesEntry(id: string): Entry {
  return { id, owner: 'everyone', text: `${EVERYONES} ${id}` }
}

export function entryOf(user: string, id: string): Entry {
  return { id, owner: user, text: `${markerOf(user)} ${id}` }
}
