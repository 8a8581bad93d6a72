/** Law 9: an older entry, converted, becomes the current one; but only while it still stands. */
import assert from 'node:assert/strict'
import { entryStamp } from '../../src/entry/entry.ts'
import { sampleEntry } from '../sample-entry.ts'
import { acquireOne, want } from './acquire.ts'
import { type LeasesUnderTest, newToken, type Promises, pass, readOne } from './subject.ts'

/** The promotion of `{id}:v2`, which bears `stamp`, to `{id}:v3`. */
function promotionOf(id: string, stamp: string, life = 60_000) {
  return {
    lease: `{${id}}:lease`,
    write: { ...sampleEntry(`{${id}}:v3`, stamp, { life, body: '{"converted":true}' }), at: 1_000 },
    from: { key: `{${id}}:v2`, stamp },
  }
}

async function writeOld({ store }: LeasesUnderTest, id: string): Promise<string> {
  const stamp = newToken()
  await store.writeMany([sampleEntry(`{${id}}:v2`, stamp)])
  return stamp
}

export function promoteContract(promises: Promises<LeasesUnderTest>): void {
  promises('an older entry is promoted, with its own time and what is left of its life', async (subject) => {
    const { leases, store } = subject
    const promotion = promotionOf('a', await writeOld(subject, 'a'), 400)
    assert.deepEqual(await leases.promote([promotion]), [true])
    const { before, after } = promotion.write
    const [current, old] = await store.readMany(['{a}:v3', '{a}:v2'])
    assert.equal(current, `${before}1000${after}`)
    assert(old, 'readers of the older version still have theirs')
    await pass(subject, 450)
    assert.equal(await readOne(store, '{a}:v3'), undefined)
  })

  promises('nothing is promoted once the older entry is gone, or is another', async (subject) => {
    const { leases, store } = subject
    const stamp = await writeOld(subject, 'a')
    await leases.invalidate([want('a')])
    assert.deepEqual(await leases.promote([promotionOf('a', stamp)]), [false])
    await writeOld(subject, 'a')
    assert.deepEqual(await leases.promote([promotionOf('a', stamp)]), [false])
    assert.equal(await readOne(store, '{a}:v3'), undefined)
  })

  promises('nothing is promoted over a current entry', async (subject) => {
    const { leases, store } = subject
    const stamp = await writeOld(subject, 'a')
    await store.writeMany([sampleEntry('{a}:v3', newToken())])
    const current = await readOne(store, '{a}:v3')
    assert.deepEqual(await leases.promote([promotionOf('a', stamp)]), [false])
    assert.equal(await readOne(store, '{a}:v3'), current)
  })

  promises('text that is no entry, and what is no text, does not stand in the way', async (subject) => {
    const { leases, store } = subject
    const promotions = [
      promotionOf('a', await writeOld(subject, 'a')),
      promotionOf('b', await writeOld(subject, 'b')),
    ]
    await store.writeMany([{ key: '{a}:v3', before: 'foreign', after: '', life: 60_000 }])
    await subject.plantForeign?.('{b}:v3')
    assert.deepEqual(await leases.promote(promotions), [true, true])
  })

  promises('what is no entry is not promoted', async (subject) => {
    const { leases, store } = subject
    await store.writeMany([{ key: '{a}:v2', before: 'foreign', after: '', life: 60_000 }])
    await subject.plantForeign?.('{b}:v2')
    const promotions = [promotionOf('a', newToken()), promotionOf('b', newToken())]
    assert.deepEqual(await leases.promote(promotions), [false, false])
  })

  promises('a legacy entry is promoted for as long as its text is the one that was read', async (subject) => {
    const { leases, store } = subject
    const legacy = (text: string) =>
      store.writeMany([{ key: '{a}:old', before: text, after: '', life: 60_000, at: 1 }])
    const promotion = (stamp: string, text: string) => ({
      lease: '{a}:lease',
      write: sampleEntry('{a}:v3', stamp),
      from: { key: '{a}:old', text },
    })
    assert.deepEqual(await leases.promote([promotion(newToken(), 'brød 1')]), [false])
    await legacy('brød ')
    assert.deepEqual(await leases.promote([promotion(newToken(), 'brød 2')]), [false])
    assert.equal(await readOne(store, '{a}:v3'), undefined)
    const stamp = newToken()
    assert.deepEqual(await leases.promote([promotion(stamp, 'brød 1')]), [true])
    assert.equal(entryStamp((await readOne(store, '{a}:v3')) ?? ''), stamp)
    assert.deepEqual(await leases.promote([promotion(newToken(), 'brød 1')]), [false])
  })

  promises('a promotion needs no lease, and leaves the one that there is', async (subject) => {
    const { leases } = subject
    const holder = want('a')
    await acquireOne(subject, holder)
    assert.deepEqual(await leases.promote([promotionOf('a', await writeOld(subject, 'a'))]), [true])
    assert.equal((await acquireOne(subject, want('a', { keys: ['{a}:v4'] }))).kind, 'held')
  })

  promises('the promotions of a batch are decided each by itself', async (subject) => {
    const [a, c] = [await writeOld(subject, 'a'), await writeOld(subject, 'c')]
    const promotions = [promotionOf('a', a), promotionOf('b', newToken()), promotionOf('c', c)]
    assert.deepEqual(await subject.leases.promote(promotions), [true, false, true])
  })
}
