import { describe, expect, test } from '@jest/globals'
import { keyvStore } from '@larder/keyv'
import { Adapter } from './support/adapter.ts'
import { versions } from './support/versions.ts'

/** Can list its entries; after so many of them it fails. */
class ListingAdapter extends Adapter {
  /** By which Keyv 5 knows that it can list. */
  readonly opts = { dialect: 'sqlite', url: '' }
  isLeft = 0
  #failsAfter: number

  constructor(failsAfter = Number.POSITIVE_INFINITY) {
    super()
    this.#failsAfter = failsAfter
  }

  async *iterator() {
    try {
      for (const [i, entry] of [...this.map].entries()) {
        if (i >= this.#failsAfter) throw new Error('the backend is out')
        yield entry
      }
    } finally {
      this.isLeft++
    }
  }
}

describe.each(versions)('scan of keyvStore on Keyv $version', ({ make }) => {
  async function setUp(adapter: ListingAdapter) {
    const store = keyvStore(make({ store: adapter as never }))
    const keys = ['shop:1', 'shop:2', 'other:1']
    await store.writeMany(keys.map((key) => ({ key, before: '', after: '', life: 60_000 })))
    const listed: string[] = []
    const list = async (prefix: string, most = Number.POSITIVE_INFINITY) => {
      for await (const key of store.scan?.(prefix) ?? []) if (listed.push(key) >= most) break
      return listed
    }
    return { store, list, listed }
  }

  test('lists what the adapter lists', async () => {
    const { store, list } = await setUp(new ListingAdapter())
    expect(await list('shop:')).toEqual(['shop:1', 'shop:2'])
    await store.close()
  })

  test('rejects where the adapter fails: a list that ends early looks whole', async () => {
    const { store, list, listed } = await setUp(new ListingAdapter(1))
    await expect(list('shop:')).rejects.toMatchObject({
      code: 'LARDER_KEYV',
      cause: { message: 'the backend is out' },
    })
    expect(listed).toEqual(['shop:1'])
    await store.close()
  })

  test('lets the adapter go when nobody wants more', async () => {
    const adapter = new ListingAdapter()
    const { store, list } = await setUp(adapter)
    expect(await list('', 1)).toEqual(['shop:1'])
    expect(adapter.isLeft).toBe(1)
    await store.close()
  })
})
