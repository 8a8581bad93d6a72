/** The fence: what comes without the lease is not written. */
import assert from 'node:assert/strict'
import { entryStamp } from '../../src/entry/entry.ts'
import type { Acquire } from '../../src/store/store.ts'
import { sampleEntry } from '../sample-entry.ts'
import { acquireOne, isFree, want } from './acquire.ts'
import { CLOCK_TOLERANCE, type LeasesUnderTest, newToken, type Promises, pass, readOne } from './subject.ts'

/** A fill of the current version with an entry that bears the attempt's token. */
export const fillOf = ({ lease, keys: [key = ''], token }: Acquire, life = 60_000) => ({
  lease,
  token,
  write: sampleEntry(key, token, { life }),
})

async function stampAt({ store }: LeasesUnderTest, key: string): Promise<string | undefined> {
  return entryStamp((await readOne(store, key)) ?? '')
}

export function fillContract(promises: Promises<LeasesUnderTest>): void {
  promises(
    'with the lease an entry is written, stamped by the store, and the lease is over',
    async (subject) => {
      const { leases, store } = subject
      const attempt = want('a')
      await acquireOne(subject, attempt)
      const fill = fillOf(attempt)
      assert.deepEqual(await leases.fill([fill]), [true])
      const { before, after } = fill.write
      const stored = (await readOne(store, '{a}:v3')) ?? ''
      assert(stored.startsWith(before) && stored.endsWith(after), stored)
      const at = Number(stored.slice(before.length, -after.length))
      assert(Math.abs(at - store.now()) <= CLOCK_TOLERANCE, `written at ${at}`)
      assert(await isFree(subject, 'a', { seen: attempt.token }))
    },
  )

  promises('an entry that was filled lives for its life', async (subject) => {
    const attempt = want('a')
    await acquireOne(subject, attempt)
    await subject.leases.fill([fillOf(attempt, 40)])
    await pass(subject, 45)
    assert.equal(await stampAt(subject, '{a}:v3'), undefined)
  })

  promises('without the lease nothing is written', async (subject) => {
    const { leases } = subject
    assert.deepEqual(await leases.fill([fillOf(want('never taken'))]), [false])
    await acquireOne(subject, want('a'))
    assert.deepEqual(await leases.fill([fillOf(want('a'))]), [false])
    assert.equal(await stampAt(subject, '{a}:v3'), undefined)
    assert.equal((await acquireOne(subject, want('a'))).kind, 'held')
  })

  promises('a lease fills once', async (subject) => {
    const { leases, store } = subject
    const attempt = want('a')
    await acquireOne(subject, attempt)
    assert.deepEqual(await leases.fill([fillOf(attempt)]), [true])
    await store.deleteMany(['{a}:v3'])
    assert.deepEqual(await leases.fill([fillOf(attempt)]), [false])
    assert.equal(await stampAt(subject, '{a}:v3'), undefined)
  })

  promises('after an invalidation a fill is refused', async (subject) => {
    const { leases } = subject
    const attempt = want('a')
    await acquireOne(subject, attempt)
    await leases.invalidate([attempt])
    assert.deepEqual(await leases.fill([fillOf(attempt)]), [false])
    assert.equal(await stampAt(subject, '{a}:v3'), undefined)
  })

  promises(
    'after an invalidation the next attempt fills, and the one before it does not',
    async (subject) => {
      const { leases } = subject
      const [earlier, later] = [want('a'), want('a')]
      await acquireOne(subject, earlier)
      await leases.invalidate([earlier])
      assert.equal((await acquireOne(subject, later)).kind, 'granted')
      assert.deepEqual(await leases.fill([fillOf(earlier)]), [false])
      assert.deepEqual(await leases.fill([fillOf(later)]), [true])
      assert.equal(await stampAt(subject, '{a}:v3'), later.token)
    },
  )

  promises('once the lease has ended a fill is refused, taken by another or not', async (subject) => {
    const { leases } = subject
    const [late, slow, next] = [want('a', { life: 40 }), want('b', { life: 40 }), want('b')]
    await leases.acquire([late, slow])
    await pass(subject, 45)
    assert.equal((await acquireOne(subject, next)).kind, 'granted')
    assert.deepEqual(await leases.fill([fillOf(late), fillOf(slow), fillOf(next)]), [false, false, true])
    assert.equal(await stampAt(subject, '{a}:v3'), undefined)
    assert.equal(await stampAt(subject, '{b}:v3'), next.token)
  })

  promises('the fills of a batch are accepted and refused each by itself', async (subject) => {
    const { leases } = subject
    const attempts = ['a', 'b', 'c', 'd'].map((id) => want(id))
    await leases.acquire(attempts)
    await leases.invalidate(attempts.filter((_, i) => i === 1))
    const fills = attempts.map((attempt, i) => fillOf(i === 2 ? { ...attempt, token: newToken() } : attempt))
    assert.deepEqual(await leases.fill(fills), [true, false, false, true])
  })

  promises('a lease given back is free at once, for whatever reason', async (subject) => {
    const { leases } = subject
    for (const reason of ['cancelled', 'unstorable'] as const) {
      const attempt = want(reason)
      await acquireOne(subject, attempt)
      await leases.release([{ ...attempt, reason }])
      assert.deepEqual(await leases.fill([fillOf(attempt)]), [false])
      assert(await isFree(subject, reason))
    }
  })

  promises('a lease is given back by its holder only', async (subject) => {
    const attempt = want('a')
    await acquireOne(subject, attempt)
    await subject.leases.release([{ ...attempt, token: newToken(), reason: 'cancelled' }])
    assert.deepEqual(await subject.leases.fill([fillOf(attempt)]), [true])
  })
}
