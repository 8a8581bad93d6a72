/** For a while after an invalidation, if asked for, nothing is written: replicas of the source may lag behind. */
import assert from 'node:assert/strict'
import { entryStamp } from '../../src/entry/entry.ts'
import { sampleEntry } from '../sample-entry.ts'
import { acquireOne, isFree, want } from './acquire.ts'
import { fillOf } from './fill.ts'
import { type LeasesUnderTest, newToken, type Promises, pass } from './subject.ts'

export function holdContract(promises: Promises<LeasesUnderTest>): void {
  promises('a fill is accepted and not written, and the lease is over', async (subject) => {
    const { leases, store } = subject
    await leases.invalidate([{ ...want('a'), hold: 60_000 }])
    const attempt = want('a')
    assert.equal((await acquireOne(subject, attempt)).kind, 'granted')
    assert.deepEqual(await leases.fill([fillOf(attempt)]), [true])
    assert.deepEqual(await store.readMany(['{a}:v3']), [undefined])
    assert(await isFree(subject, 'a'))
  })

  promises('it ends after its time, and concerns no other key', async (subject) => {
    const { leases, store } = subject
    await leases.invalidate([{ ...want('a'), hold: 30 }, want('b')])
    const [a, b] = [want('a'), want('b')]
    await leases.acquire([a, b])
    assert.deepEqual(await leases.fill([fillOf(b)]), [true])
    await pass(subject, 40)
    assert.deepEqual(await leases.fill([fillOf(a)]), [true])
    const stored = await store.readMany(['{a}:v3', '{b}:v3'])
    assert.deepEqual(
      stored.map((text) => entryStamp(text ?? '')),
      [a.token, b.token],
    )
  })

  promises('an invalidation without it leaves it as it is, and so do failures', async (subject) => {
    const { leases, store } = subject
    await leases.invalidate([{ ...want('a'), hold: 60_000 }])
    await leases.invalidate([want('a')])
    const failing = want('a')
    await acquireOne(subject, failing)
    await leases.fail([{ ...failing, cool: 20, keep: 60_000, failures: 1 }])
    await pass(subject, 30)
    const attempt = want('a')
    assert.equal((await acquireOne(subject, attempt)).kind, 'granted')
    assert.deepEqual(await leases.fill([fillOf(attempt)]), [true])
    assert.deepEqual(await store.readMany(['{a}:v3']), [undefined])
  })

  promises('a cool-down stays beside it, and a prime is written all the same', async (subject) => {
    const { leases, store } = subject
    const failing = want('a')
    await acquireOne(subject, failing)
    await leases.fail([{ ...failing, cool: 60_000, keep: 60_000, failures: 3 }])
    await leases.invalidate([{ ...want('a'), hold: 60_000 }])
    const answer = await acquireOne(subject, want('a'))
    assert(answer.kind === 'cooling')
    assert.equal(answer.failures, 3)
    const stamp = newToken()
    await leases.prime([{ ...want('a'), write: sampleEntry('{a}:v3', stamp) }])
    const [stored] = await store.readMany(['{a}:v3'])
    assert.equal(entryStamp(stored ?? ''), stamp)
  })
}
