/** Invalidation, and the write that may go with it. */
import assert from 'node:assert/strict'
import { entryStamp } from '../../src/entry/entry.ts'
import { sampleEntry } from '../sample-entry.ts'
import { acquireOne, isFree, want } from './acquire.ts'
import { fillOf } from './fill.ts'
import { type LeasesUnderTest, newToken, type Promises, pass } from './subject.ts'

export function invalidateContract(promises: Promises<LeasesUnderTest>): void {
  promises(
    'an invalidation deletes every version of its entities, and nothing else',
    async ({ leases, store }) => {
      const keys = ['{a}:v3', '{a}:v1', '{b}:v2', '{c}:v3', '{a}:v4']
      await store.writeMany(keys.map((key) => sampleEntry(key, newToken())))
      await leases.invalidate([want('a'), want('b'), want('none')])
      const left = (await store.readMany(keys)).map((stored) => stored !== undefined)
      assert.deepEqual(left, [false, false, false, true, true])
    },
  )

  promises('an invalidation says of each entity whether there was anything', async ({ leases, store }) => {
    await store.writeMany([
      sampleEntry('{a}:v1', newToken()),
      { key: '{b}:v2', before: 'foreign', after: '', life: 60_000 },
    ])
    await leases.acquire([want('c')])
    assert.deepEqual(await leases.invalidate([want('none'), want('a'), want('b'), want('c')]), [
      false,
      true,
      true,
      false,
    ])
    assert.deepEqual(await leases.invalidate([want('a')]), [false])
  })

  promises('an invalidation takes the lease away; what it guarded is free at once', async (subject) => {
    const { leases } = subject
    const [a, b] = [want('a'), want('b')]
    await leases.acquire([a, b])
    await leases.invalidate([a])
    assert(await isFree(subject, 'a'))
    assert.equal((await acquireOne(subject, want('b'))).kind, 'held')
  })

  promises('an invalidation may be repeated', async (subject) => {
    await subject.store.writeMany([sampleEntry('{a}:v3', newToken())])
    await subject.leases.invalidate([want('a'), want('a')])
    await subject.leases.invalidate([want('a')])
    assert(await isFree(subject, 'a'))
  })

  promises('a prime writes the current version, and deletes the others', async (subject) => {
    const { leases, store } = subject
    await store.writeMany(['{a}:v3', '{a}:v2'].map((key) => sampleEntry(key, newToken())))
    const stamp = newToken()
    await leases.prime([{ ...want('a'), write: sampleEntry('{a}:v3', stamp, { life: 400 }) }])
    const [current, older] = await store.readMany(['{a}:v3', '{a}:v2'])
    assert.equal(entryStamp(current ?? ''), stamp)
    assert.equal(older, undefined)
    await pass(subject, 450)
    assert.deepEqual(await store.readMany(['{a}:v3']), [undefined])
  })

  promises('after a prime the fill of a load that ran meanwhile is refused', async (subject) => {
    const { leases, store } = subject
    const attempt = want('a')
    await acquireOne(subject, attempt)
    const stamp = newToken()
    await leases.prime([{ ...attempt, write: sampleEntry('{a}:v3', stamp) }])
    assert.deepEqual(await leases.fill([fillOf(attempt)]), [false])
    const [stored] = await store.readMany(['{a}:v3'])
    assert.equal(entryStamp(stored ?? ''), stamp)
    assert(await isFree(subject, 'a', { seen: stamp }))
  })

  promises('many entities are primed at once', async ({ leases, store }) => {
    const stamps = ['a', 'b', 'c'].map(() => newToken())
    await leases.prime(
      ['a', 'b', 'c'].map((id, i) => ({ ...want(id), write: sampleEntry(`{${id}}:v3`, stamps[i] ?? '') })),
    )
    const stored = await store.readMany(['{a}:v3', '{b}:v3', '{c}:v3'])
    assert.deepEqual(
      stored.map((text) => entryStamp(text ?? '')),
      stamps,
    )
  })
}
