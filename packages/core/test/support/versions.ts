import {
  createCache,
  type Events,
  type LoaderPolicy,
  type MemoryStoreOptions,
  memoryStore,
  type Store,
} from '@larder/core'
import { faultyStore, loaderSpy, manualClock } from '@larder/core/testing'

/** Several releases of one application over one store: each a cache of its own, its values marked with their version. */
export function releases(makeStore: (options: MemoryStoreOptions) => Store = memoryStore) {
  const clock = manualClock()
  clock.draw = () => 0
  const store = faultyStore(makeStore({ clock }))

  /** The loader of the release at `version`, whose upgrades note the versions that they were called for. */
  function release(version: number, upgradesFrom: readonly number[] = [], policy: Upgrading = {}) {
    const cache = createCache({ namespace: 'shop', store, clock })
    const source = loaderSpy<string, unknown>([['a', { v: version }]])
    const upgraded: number[] = []
    const upgradeOf = (from: number) => (old: object) => {
      upgraded.push(from)
      return { ...old, to: version }
    }
    const upgrade = Object.fromEntries(upgradesFrom.map((from) => [from, upgradeOf(from)]))
    const loader = cache.loader('product', source.load, { ttl: '10s', version, upgrade, ...policy })
    const events: Events['upgraded'][] = []
    cache.on('upgraded', (event) => events.push(event))
    const failures: Events['upgrade-failed'][] = []
    cache.on('upgrade-failed', (event) => failures.push(event))
    return { cache, loader, source, upgraded, events, failures }
  }

  /** The version and the lifetimes that the store holds, by version. */
  async function stored(...versions: readonly number[]): Promise<(string | undefined)[]> {
    const texts = await store.readMany(versions.map((version) => `shop:{product//a}:v${version}`))
    return texts.map((text) => text?.slice(text.indexOf('\n') + 1))
  }

  return { clock, store, release, stored }
}

type Upgrading = Omit<LoaderPolicy<string, unknown>, 'scope' | 'unscoped'>
