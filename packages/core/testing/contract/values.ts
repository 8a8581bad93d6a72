/** Reading, writing and deleting text. */
import assert from 'node:assert/strict'
import { CLOCK_TOLERANCE, type Promises, readOne, type StoreUnderTest } from './subject.ts'

const LIFE = 60_000
const write = (key: string, after: string) => ({ key, before: '', after: `,${after}`, life: LIFE })
const bodies = (stored: readonly (string | undefined)[]) => stored.map((text) => text?.replace(/^\d+,/, ''))

export function valuesContract(promises: Promises<StoreUnderTest>): void {
  promises(
    'readMany answers in the order of the keys, undefined where there is nothing',
    async ({ store }) => {
      await store.writeMany([write('a', 'A'), write('b', 'B')])
      assert.deepEqual(bodies(await store.readMany(['b', 'absent', 'a'])), ['B', undefined, 'A'])
    },
  )

  promises('the stored text is before, the time in whole milliseconds, after', async ({ store }) => {
    await store.writeMany([{ key: 'a', before: '<', after: '>', life: LIFE }])
    const [, time] = /^<(\d+)>$/.exec((await readOne(store, 'a')) ?? '') ?? []
    const difference = Math.abs(Number(time) - store.now())
    assert(difference <= CLOCK_TOLERANCE, `the stamp is ${difference} ms off the store's now()`)
  })

  promises('before and after may be empty', async ({ store }) => {
    await store.writeMany([{ key: 'a', before: '', after: '', life: LIFE }])
    assert.match((await readOne(store, 'a')) ?? '', /^\d+$/)
  })

  promises('a write that brings its own time keeps it', async ({ store }) => {
    await store.writeMany([{ key: 'a', before: '<', after: '>', life: LIFE, at: 1_234 }])
    assert.equal(await readOne(store, 'a'), '<1234>')
  })

  promises('a later write replaces an earlier one, also within one call', async ({ store }) => {
    await store.writeMany([write('a', 'first')])
    await store.writeMany([write('a', 'second'), write('a', 'third')])
    assert.deepEqual(bodies(await store.readMany(['a'])), ['third'])
  })

  promises('deleteMany says of each key whether it was there, and it is gone', async ({ store }) => {
    await store.writeMany([write('a', 'A'), write('b', 'B')])
    assert.deepEqual(await store.deleteMany(['a', 'absent']), [true, false])
    assert.deepEqual(bodies(await store.readMany(['a', 'b'])), [undefined, 'B'])
    assert.deepEqual(await store.deleteMany(['a']), [false])
  })

  promises('a key may be named twice in one call', async ({ store }) => {
    await store.writeMany([write('a', 'A'), write('b', 'B')])
    assert.deepEqual(bodies(await store.readMany(['a', 'b', 'a'])), ['A', 'B', 'A'])
    const [first, ...others] = await store.deleteMany(['a', 'a'])
    assert.equal(first, true)
    assert.equal(others.length, 1)
  })

  promises('nothing asked, nothing answered', async ({ store }) => {
    assert.deepEqual(await store.readMany([]), [])
    assert.deepEqual(await store.deleteMany([]), [])
    assert.equal(await store.writeMany([]), undefined)
  })

  promises('a thousand keys in one call stay in order', async ({ store }) => {
    const keys = Array.from({ length: 1_000 }, (_, i) => `key:${i}`)
    const odd = keys.filter((_, i) => i % 2 === 1)
    await store.writeMany(odd.map((key) => write(key, key)))
    const expected = keys.map((key, i) => (i % 2 === 1 ? key : undefined))
    assert.deepEqual(bodies(await store.readMany(keys)), expected)
    assert.deepEqual(
      await store.deleteMany(keys),
      keys.map((_, i) => i % 2 === 1),
    )
  })

  promises('calls side by side each get their own answer', async ({ store }) => {
    await store.writeMany([write('a', 'A'), write('b', 'B'), write('c', 'C')])
    const reads = [['a', 'b'], ['b', 'absent', 'c'], [], ['a', 'b'], ['c']]
    const answers = await Promise.all(reads.map((keys) => store.readMany(keys)))
    assert.deepEqual(answers.map(bodies), [['A', 'B'], ['B', undefined, 'C'], [], ['A', 'B'], ['C']])
    answers[0]?.fill('changed by its reader')
    assert.deepEqual(bodies(answers[3] ?? []), ['A', 'B'])
  })

  promises(
    'a call leaves the array that it was given as it was, and does not follow its changes',
    async ({ store }) => {
      await store.writeMany([write('a', 'A'), write('b', 'B')])
      const keys = ['a', 'b']
      const reading = store.readMany(keys)
      assert.deepEqual(keys, ['a', 'b'])
      keys.reverse()
      assert.deepEqual(bodies(await reading), ['A', 'B'])
    },
  )

  promises('values may be large', async ({ store }) => {
    const body = 'größer 🦊\n'.repeat(2 ** 20 / 10)
    await store.writeMany([write('large', body), write('small', 's')])
    assert.deepEqual(bodies(await store.readMany(['small', 'large'])), ['s', body])
  })

  promises('what is no text reads as undefined, and can be overwritten and deleted', async (subject) => {
    const { store } = subject
    await subject.plantForeign?.('foreign')
    await store.writeMany([write('a', 'A')])
    assert.deepEqual(bodies(await store.readMany(['a', 'foreign'])), ['A', undefined])
    await store.writeMany([write('foreign', 'F')])
    assert.deepEqual(bodies(await store.readMany(['foreign'])), ['F'])
    await subject.plantForeign?.('another')
    await store.deleteMany(['another'])
    assert.deepEqual(await store.deleteMany(['another']), [false])
  })

  promises(
    'what one store writes, another over the same data reads and deletes',
    async ({ store, other = store }) => {
      await store.writeMany([write('a', 'A')])
      assert.deepEqual(bodies(await other.readMany(['a'])), ['A'])
      assert(Math.abs(store.now() - other.now()) <= CLOCK_TOLERANCE, 'their clocks differ')
      assert.deepEqual(await other.deleteMany(['a']), [true])
      assert.equal(await readOne(store, 'a'), undefined)
    },
  )

  promises('closing twice is closing once', async ({ store }) => {
    await store.close()
    await store.close()
  })
}
