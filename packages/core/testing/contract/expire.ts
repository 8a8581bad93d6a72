/** The end of an entry's freshness, before its time. */
import assert from 'node:assert/strict'
import { composeEntry, type Entry, parseEntry } from '../../src/entry/entry.ts'
import type { Write } from '../../src/store/store.ts'
import { sampleEntry } from '../sample-entry.ts'
import { acquireOne, isFree, want } from './acquire.ts'
import { fillOf } from './fill.ts'
import { type LeasesUnderTest, newToken, outlive, type Promises, pass, readOne } from './subject.ts'

const BODY = '{"text":"a\\nb"}'

function entryWith(key: string, fresh: number, grace: number, stamp = newToken()): Write {
  const life = fresh + grace
  return {
    key,
    ...composeEntry({ stamp, kind: 'plain', fresh, life, began: 1, delta: 2, tags: ['t'], body: BODY }),
  }
}

async function readEntry({ store }: LeasesUnderTest, key: string): Promise<Entry> {
  const entry = parseEntry((await readOne(store, key)) ?? '')
  assert(entry, `an entry under ${key}`)
  return entry
}

export function expireContract(promises: Promises<LeasesUnderTest>): void {
  promises('what has grace is stale from an expiry on, and otherwise as it was', async (subject) => {
    await subject.store.writeMany([entryWith('{a}:v3', 30_000, 40_000)])
    const before = await readEntry(subject, '{a}:v3')
    await pass(subject, 20)
    assert.deepEqual(await subject.leases.expire([want('a')]), [true])
    const after = await readEntry(subject, '{a}:v3')
    assert(after.fresh >= 20 && after.fresh < 30_000)
    assert.equal(after.life, after.fresh + 40_000)
    for (const same of ['stamp', 'kind', 'at', 'began', 'delta', 'tags'] as const)
      assert.deepEqual(after[same], before[same])
    assert.equal(after.stored.slice(after.bodyAt), BODY)
  })

  promises('its grace begins with the expiry, and ends it', async (subject) => {
    await subject.store.writeMany([entryWith('{a}:v3', 30_000, 60)])
    await subject.leases.expire([want('a')])
    await outlive(subject, 61, '{a}:v3')
  })

  promises('an expiry lengthens nothing', async (subject) => {
    await subject.store.writeMany([entryWith('{a}:v3', 30, 60_000)])
    await pass(subject, 40)
    const before = await readEntry(subject, '{a}:v3')
    assert.deepEqual(await subject.leases.expire([want('a')]), [true])
    assert.deepEqual(await readEntry(subject, '{a}:v3'), before)
  })

  promises('what cannot be served stale is deleted', async (subject) => {
    const { store, leases } = subject
    await store.writeMany([
      sampleEntry('{a}:v3', newToken()),
      { key: '{b}:v2', before: 'foreign', after: '', life: 60_000 },
      sampleEntry('{c}:v3', newToken()),
    ])
    assert.deepEqual(await leases.expire([want('a'), want('b'), want('none')]), [true, true, false])
    const left = await store.readMany(['{a}:v3', '{b}:v2', '{c}:v3'])
    assert.deepEqual(
      left.map((text) => text !== undefined),
      [false, false, true],
    )
  })

  promises('an expiry reaches every version', async (subject) => {
    const keys = ['{a}:v3', '{a}:v1']
    await subject.store.writeMany(keys.map((key) => entryWith(key, 30_000, 40_000)))
    await subject.leases.expire([want('a')])
    for (const key of keys) assert((await readEntry(subject, key)).fresh < 30_000)
  })

  promises('after an expiry the fill of a load that ran meanwhile is refused', async (subject) => {
    const { leases, store } = subject
    const stamp = newToken()
    await store.writeMany([entryWith('{a}:v3', 30_000, 40_000, stamp)])
    const attempt = want('a', { seen: stamp })
    assert.equal((await acquireOne(subject, attempt)).kind, 'granted')
    await leases.expire([attempt])
    assert.deepEqual(await leases.fill([fillOf(attempt)]), [false])
    assert.equal((await readEntry(subject, '{a}:v3')).stamp, stamp)
    assert(await isFree(subject, 'a', { seen: stamp }))
  })
}
