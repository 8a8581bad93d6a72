/**
 * A process of its own, on the machine's clock, that does what its argument says and then has to end by itself. It
 * prints what it was told.
 */
import { createCache, type Leases, memoryStore, type Store } from '@larder/core'

const never = <T>() => new Promise<T>(() => {})
const turn = () => new Promise((resolve) => setImmediate(resolve))
const told = (it: { code?: string; message?: string }) => console.log(it.code ?? it.message)
const anHour = 3_600_000

const scenarios: Record<string, () => Promise<void>> = {
  async 'everything is closed'() {
    const cache = createCache({ namespace: 'shop' })
    const loader = cache.loader('product', async (ids: readonly string[]) => ids, { ttl: '1h', grace: '1h' })
    await loader.loadMany(['a', 'b'])
    await loader.invalidate('a')
    const hanging = cache.loader('hanging', () => never<string[]>(), { timeout: anHour })
    const read = hanging.load('a').catch(told)
    await turn()
    await cache.close()
    await read
  },

  async 'nobody awaits the loads'() {
    const cache = createCache({ namespace: 'shop' })
    let rejectLate = (_: Error) => {}
    const late = () =>
      new Promise<string[]>((_, reject) => {
        rejectLate = reject
      })
    const failing = cache.loader('failing', () => Promise.reject(new Error('no connection')))
    const slow = cache.loader('slow', late, { timeout: 5 })
    const { signal } = new AbortController()
    for (const it of [failing, slow])
      await it.loadMany(['a'], { signal }).then(([error]) => told(error as Error))
    rejectLate(new Error('after its timeout'))
    await turn()

    const gaveUp = cache.loader('gave-up', late)
    await gaveUp.load('a', { signal: AbortSignal.abort(new Error('gave up')) }).catch(told)
    await turn()
    await turn()
    await cache.close()
    rejectLate(new Error('after the cache was closed'))
    await turn()
  },

  async 'nobody awaits the refresh, and nothing is closed'() {
    let calls = 0
    const cache = createCache({ namespace: 'shop' })
    const load = (ids: readonly string[]) => (++calls === 1 ? ids : never<string[]>())
    const loader = cache.loader('product', load, { ttl: 1, grace: '1h', timeout: anHour })
    await loader.load('a')
    while (calls === 1) await loader.load('a').then(turn)
    console.log(`${calls} calls`)
  },

  async 'the store hangs in the background, and nothing is closed'() {
    await hangingRefresh(anHour)
  },

  async 'closing waits for the store that hangs in the background'() {
    const cache = await hangingRefresh(20)
    await cache.close()
    console.log('closed')
  },

  async 'an invalidation is undelivered, and nothing is closed'() {
    const { leases, bus, ...store } = memoryStore()
    const broken: Store = { ...store, deleteMany: () => Promise.reject(new Error('no connection')) }
    const loader = createCache({ namespace: 'shop', store: broken }).loader(
      'product',
      async (ids: readonly string[]) => ids,
    )
    await loader.invalidate('a').catch(told)
  },

  async 'a caller awaits a load'() {
    const loader = createCache({ namespace: 'shop' }).loader('product', () => never<string[]>(), {
      timeout: 20,
    })
    await loader.load('a').catch(told)
  },
}

/** A cache whose store does not answer to the `acquire` of a refresh. */
async function hangingRefresh(storeTimeout: number) {
  const { leases, ...store } = memoryStore() as Store & { leases: Leases }
  let acquires = 0
  const acquire: Leases['acquire'] = (wants) => (++acquires === 1 ? leases.acquire(wants) : never())
  const hanging = { ...store, leases: { ...leases, acquire } }
  const cache = createCache({ namespace: 'shop', store: hanging, storeTimeout })
  const loader = cache.loader('product', async (ids: readonly string[]) => ids, { ttl: 1, grace: '1h' })
  do await loader.load('a').then(turn)
  while (acquires === 1)
  return cache
}

process.on('exit', (code) => console.log(`exit ${code}`))
await scenarios[process.argv[2] ?? '']?.()
