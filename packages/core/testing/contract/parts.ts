/** A store whose parts fail by themselves says which of them keeps a key. */
import assert from 'node:assert/strict'
import { CLOCK_TOLERANCE, type Promises, type StoreUnderTest } from './subject.ts'

const IDS = Array.from({ length: 100 }, (_, i) => `entity ${i}`)

export function partsContract(promises: Promises<StoreUnderTest>): void {
  promises('all keys of one entity lie in one part, and entities in several', async ({ store }) => {
    await store.readMany(['{first}:v1'])
    const parts = IDS.map((id) => {
      const its = ['lease', 'v1', 'v2', 'v10'].map((key) => store.partOf?.(`ns:{${id}}:${key}`))
      assert.equal(new Set(its).size, 1)
      return its[0]
    })
    assert(new Set(parts).size > 1)
  })

  promises('the time of a part is that of the stamps in it', async ({ store }) => {
    for (const id of IDS.slice(0, 10)) {
      const key = `ns:{${id}}:v1`
      await store.writeMany([{ key, before: '', after: '', life: 60_000 }])
      const [stamp] = await store.readMany([key])
      assert(Math.abs(store.now(store.partOf?.(key)) - Number(stamp)) < CLOCK_TOLERANCE)
    }
  })
}
