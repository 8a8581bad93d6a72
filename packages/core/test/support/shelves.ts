/** Processes with a loader of shelves: an ID is a shelf, its value the names that lie there, and it bears these and its own. */
import { createCache, type LoaderPolicy, memoryStore, type Store } from '@larder/core'
import { faultyStore, loaderSpy, manualClock } from '@larder/core/testing'

export type Shelf = readonly string[]
type Policy = Omit<LoaderPolicy<string, Shelf>, 'scope' | 'unscoped'>

export const SHELF_TIMEOUT = 250

const tagsOfShelf = (names: Shelf, id: string): string[] => [`shelf:${id}`, ...names]

/** Chance draws 0: lifetimes are whole, and nothing is refreshed early. */
export function shelves(
  makeStore: (clock: ReturnType<typeof manualClock>) => Store = (clock) => memoryStore({ clock }),
) {
  const clock = manualClock()
  clock.draw = () => 0
  const shared = makeStore(clock)
  const source = loaderSpy<string, Shelf>([
    ['top', ['bread', 'milk']],
    ['low', ['milk']],
    ['bare', []],
  ])

  function join(
    policy: Policy = {},
    {
      near,
      store: part = (store: Store) => store,
    }: { near?: { ttl: number }; store?: (store: Store) => Store } = {},
  ) {
    const store = faultyStore(part(shared))
    const cache = createCache({ namespace: 'shop', store, clock, storeTimeout: SHELF_TIMEOUT, near })
    const loader = cache.loader('shelf', source.load, {
      ttl: '10s',
      grace: '20s',
      tags: tagsOfShelf,
      ...policy,
    })
    /** And then so much time passes that what is loaded next has begun later. */
    const invalidateTags = async (...tags: string[]) => {
      await cache.invalidateTags(tags)
      await clock.advance(1)
    }
    return { cache, store, loader, invalidateTags }
  }

  return { clock, shared, source, join }
}
