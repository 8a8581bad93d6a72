/** An entry is there for its life, and then it is not. */
import assert from 'node:assert/strict'
import { CLOCK_TOLERANCE, outlive, type Promises, pass, readOne, type StoreUnderTest } from './subject.ts'

const write = (key: string, life: number, at = 1) => ({ key, before: '', after: '', life, at })

export function lifetimesContract(promises: Promises<StoreUnderTest>): void {
  promises('a life may be as short as 1 ms', async (subject) => {
    await subject.store.writeMany([write('brief', 1)])
    await outlive(subject, 1, 'brief')
  })

  promises('lives within one call may differ', async (subject) => {
    const { store } = subject
    await store.writeMany([write('a', 60_000), write('b', 40), write('c', 120_000)])
    await outlive(subject, 40, 'b')
    assert.deepEqual(await store.readMany(['a', 'b', 'c']), ['1', undefined, '1'])
  })

  promises('an entry stays for the whole of its life', async (subject) => {
    await subject.store.writeMany([write('a', 10_000)])
    await pass(subject, subject.advance ? 9_999 : 50)
    assert.equal(await readOne(subject.store, 'a'), '1')
  })

  promises('overwriting begins the life anew', async (subject) => {
    const { store } = subject
    await store.writeMany([write('longer', 60, 1), write('shorter', 60_000, 1)])
    await store.writeMany([write('longer', 60_000, 2), write('shorter', 60, 2)])
    await outlive(subject, 60, 'shorter')
    await pass(subject, 60)
    assert.equal(await readOne(store, 'longer'), '2')
  })

  promises('a life that has ended leaves nothing to delete', async (subject) => {
    await subject.store.writeMany([write('brief', 1)])
    await outlive(subject, 1, 'brief')
    assert.deepEqual(await subject.store.deleteMany(['brief']), [false])
  })

  promises('a life may be as long as a century', async ({ store }) => {
    await store.writeMany([write('a', 100 * 365 * 24 * 3600 * 1000)])
    assert.equal(await readOne(store, 'a'), '1')
  })

  promises('the clock goes on, and stamps show it', async (subject) => {
    const { store } = subject
    const began = store.now()
    await store.writeMany([{ key: 'first', before: '', after: '', life: 60_000 }])
    await pass(subject, 2 * CLOCK_TOLERANCE)
    await store.writeMany([{ key: 'second', before: '', after: '', life: 60_000 }])
    const [first, second] = (await store.readMany(['first', 'second'])).map(Number)
    assert(Number(second) - Number(first) >= CLOCK_TOLERANCE, `stamped ${first}, then ${second}`)
    assert(store.now() - began >= CLOCK_TOLERANCE)
  })
}
