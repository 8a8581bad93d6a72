/** Who gets the right to fill a key, and what the others are told. */
import assert from 'node:assert/strict'
import { entryStamp } from '../../src/entry/entry.ts'
import type { Acquire } from '../../src/store/store.ts'
import { sampleEntry } from '../sample-entry.ts'
import { CLOCK_TOLERANCE, type LeasesUnderTest, newToken, type Promises, pass } from './subject.ts'

/** The wish to fill `id`, which has a current version and two older ones. */
export function want(id: string, given: Partial<Acquire> = {}): Acquire {
  const keys = [`{${id}}:v3`, `{${id}}:v2`, `{${id}}:v1`]
  return { lease: `{${id}}:lease`, keys, token: newToken(), seen: undefined, life: 60_000, ...given }
}

export async function acquireOne({ leases }: LeasesUnderTest, given: Acquire) {
  const [acquired] = await leases.acquire([given])
  assert(acquired, 'an answer for the one that was asked for')
  return acquired
}

export async function isFree(
  subject: LeasesUnderTest,
  id: string,
  given: Partial<Acquire> = {},
): Promise<boolean> {
  return (await acquireOne(subject, want(id, given))).kind === 'granted'
}

export function acquireContract(promises: Promises<LeasesUnderTest>): void {
  promises(
    'of two attempts at an absent key one is granted, and the other told how long it is held',
    async (subject) => {
      const { leases, store } = subject
      const [first, second] = await leases.acquire([want('a', { life: 5_000 }), want('a')])
      assert(first?.kind === 'granted')
      assert.equal(first.failures, 0)
      assert(Math.abs(first.at - store.now()) <= CLOCK_TOLERANCE)
      assert(second?.kind === 'held')
      assert(second.left > 0 && second.left <= 5_000, `left: ${second.left}`)
      assert.equal((await acquireOne(subject, want('a'))).kind, 'held')
    },
  )

  promises('an attempt whose command arrives twice is granted twice', async (subject) => {
    const attempt = want('a')
    assert.equal((await acquireOne(subject, attempt)).kind, 'granted')
    assert.equal((await acquireOne(subject, attempt)).kind, 'granted')
    assert.equal((await acquireOne(subject, want('a'))).kind, 'held')
  })

  promises('any text is found under the key of a legacy entry, where there is no other', async (subject) => {
    const { store } = subject
    const keys = ['{a}:v3', '{a}:v2', '{a}:old']
    const wish = () => want('a', { keys, endsWithLegacy: true })
    await store.writeMany(
      ['{a}:v2', '{a}:old'].map((key) => ({ key, before: 'text ', after: '', life: 60_000, at: 7 })),
    )
    assert.deepEqual(await acquireOne(subject, wish()), { kind: 'found', stored: 'text 7', index: 2 })
    await store.writeMany([sampleEntry('{a}:v2', newToken())])
    const found = await acquireOne(subject, wish())
    assert(found.kind === 'found' && found.index === 1)
    assert.equal((await acquireOne(subject, want('a', { keys: ['{a}:v3', '{a}:old'] }))).kind, 'granted')
  })

  promises('a lease ends with its life', async (subject) => {
    await acquireOne(subject, want('a', { life: 40 }))
    await pass(subject, 45)
    assert(await isFree(subject, 'a'))
  })

  promises('a current entry that was not seen is found, and no lease taken', async (subject) => {
    const write = sampleEntry('{a}:v3', newToken())
    await subject.store.writeMany([write])
    const [stored] = await subject.store.readMany([write.key])
    assert.deepEqual(await acquireOne(subject, want('a')), { kind: 'found', stored, index: 0 })
    assert.deepEqual(await acquireOne(subject, want('a', { seen: newToken() })), {
      kind: 'found',
      stored,
      index: 0,
    })
    assert(await isFree(subject, 'a', { seen: entryStamp(stored ?? '') }))
  })

  promises(
    'the entry that was seen is no obstacle to its refresh, nor is one that has gone since',
    async (subject) => {
      const stamp = newToken()
      await subject.store.writeMany([sampleEntry('{a}:v3', stamp), sampleEntry('{a}:v2', newToken())])
      assert(await isFree(subject, 'a', { seen: stamp }))
      assert(await isFree(subject, 'b', { seen: newToken() }))
    },
  )

  promises(
    'where there is no current entry the newest older one is found, and no lease taken',
    async (subject) => {
      const { store } = subject
      await store.writeMany([sampleEntry('{a}:v1', newToken())])
      const [oldest] = await store.readMany(['{a}:v1'])
      assert.deepEqual(await acquireOne(subject, want('a')), { kind: 'found', stored: oldest, index: 2 })
      await store.writeMany([sampleEntry('{a}:v2', newToken())])
      const [older] = await store.readMany(['{a}:v2'])
      assert.deepEqual(await acquireOne(subject, want('a')), { kind: 'found', stored: older, index: 1 })
      await store.deleteMany(['{a}:v2', '{a}:v1'])
      assert(await isFree(subject, 'a'))
    },
  )

  promises('a current entry is found before an older one', async (subject) => {
    await subject.store.writeMany([sampleEntry('{a}:v2', newToken()), sampleEntry('{a}:v3', newToken())])
    const [stored] = await subject.store.readMany(['{a}:v3'])
    assert.deepEqual(await acquireOne(subject, want('a')), { kind: 'found', stored, index: 0 })
  })

  promises('only the current entry counts as the one seen', async (subject) => {
    const stamp = newToken()
    await subject.store.writeMany([sampleEntry('{a}:v2', stamp)])
    const acquired = await acquireOne(subject, want('a', { seen: stamp }))
    assert(acquired.kind === 'found')
    assert.equal(acquired.index, 1)
  })

  promises('text that is no entry is absent, and so is what is no text', async (subject) => {
    const foreign = (key: string, before: string) => ({ key, before, after: '', life: 60_000 })
    await subject.store.writeMany([
      foreign('{a}:v3', 'LRD0'),
      foreign('{b}:v2', ''),
      foreign('{c}:v3', ''),
      sampleEntry('{c}:v1', newToken()),
    ])
    await subject.plantForeign?.('{d}:v3')
    await subject.plantForeign?.('{e}:v1')
    const acquired = await subject.leases.acquire(['a', 'b', 'c', 'd', 'e'].map((id) => want(id)))
    const kinds = acquired.map(({ kind }) => kind)
    assert.deepEqual(kinds, ['granted', 'granted', 'found', 'granted', 'granted'])
    assert(await isFree(subject, 'f', { seen: newToken() }))
  })

  promises('who may overwrite what is no text is told so, and nobody else', async (subject) => {
    const { leases, store, plantForeign } = subject
    await store.writeMany([
      { key: '{text}:v3', before: 'LRD0', after: '', life: 60_000 },
      sampleEntry('{older}:v2', newToken()),
    ])
    for (const key of ['{absent}:v2', '{older}:v3', '{other}:v3']) await plantForeign?.(key)
    const wants = ['absent', 'text', 'older', 'other', 'other'].map((id) => want(id))
    const told = (await leases.acquire(wants)).map((it) => 'foreign' in it && typeof it.foreign)
    const here = plantForeign !== undefined && 'string'
    assert.deepEqual(told, [false, false, here, here, false])
  })

  promises('an entry is found while another attempt holds the lease', async (subject) => {
    await acquireOne(subject, want('a'))
    await subject.store.writeMany([sampleEntry('{a}:v3', newToken())])
    assert.equal((await acquireOne(subject, want('a'))).kind, 'found')
    await subject.store.deleteMany(['{a}:v3'])
    assert.equal((await acquireOne(subject, want('a'))).kind, 'held')
  })

  promises('a key without older versions may be wanted', async (subject) => {
    assert(await isFree(subject, 'a', { keys: ['{a}:v1'] }))
  })

  promises('the answers of a batch are in its order, each by itself', async (subject) => {
    const { leases, store } = subject
    await acquireOne(subject, want('held'))
    const cooled = want('cooling')
    await acquireOne(subject, cooled)
    await leases.fail([{ ...cooled, cool: 60_000, keep: 60_000, failures: 1 }])
    await store.writeMany([sampleEntry('{found}:v3', newToken()), sampleEntry('{older}:v1', newToken())])
    const ids = ['free', 'held', 'found', 'cooling', 'older', 'free too']
    const acquired = await leases.acquire(ids.map((id) => want(id)))
    assert.deepEqual(
      acquired.map(({ kind }) => kind),
      ['granted', 'held', 'found', 'cooling', 'found', 'granted'],
    )
  })

  promises('nothing wanted, nothing answered', async ({ leases }) => {
    assert.deepEqual(await leases.acquire([]), [])
    assert.deepEqual(await leases.fill([]), [])
    assert.deepEqual(await leases.promote([]), [])
    await Promise.all([leases.fail([]), leases.release([]), leases.invalidate([]), leases.prime([])])
  })
}
