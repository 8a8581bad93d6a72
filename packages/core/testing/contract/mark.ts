/** The marker of a tag: written by the store's clock, on which loads begin, too. */
import assert from 'node:assert/strict'
import type { Mark } from '../../src/store/store.ts'
import { acquireOne, want } from './acquire.ts'
import { CLOCK_TOLERANCE, type LeasesUnderTest, outlive, type Promises, readOne } from './subject.ts'

const markOf = (tag: string, given: Partial<Mark> = {}): Mark => ({
  key: `ns:tag:{${tag}}`,
  before: 'MARK',
  life: 60_000,
  ...given,
})

async function markedAt({ store }: LeasesUnderTest, tag: string): Promise<number> {
  const stored = await readOne(store, markOf(tag).key)
  assert.match(stored ?? 'nothing', /^MARK\d+$/)
  return Number(stored?.slice('MARK'.length))
}

export function markContract(promises: Promises<LeasesUnderTest>): void {
  promises('a mark writes the time, of many tags at once', async (subject) => {
    const { leases, store } = subject
    await leases.mark([markOf('a'), markOf('b')])
    for (const tag of ['a', 'b']) {
      const now = store.now(store.partOf?.(markOf(tag).key))
      assert(Math.abs((await markedAt(subject, tag)) - now) < CLOCK_TOLERANCE)
    }
  })

  promises(
    'a mark is no earlier than loads that had begun, and no later than those that begin',
    async (subject) => {
      const before = await acquireOne(subject, want('a'))
      await subject.leases.mark([markOf('a')])
      const after = await acquireOne(subject, want('a', { lease: '{a}:other lease' }))
      assert(before.kind === 'granted' && after.kind === 'granted')
      const at = await markedAt(subject, 'a')
      assert(Math.floor(before.at) <= at && at <= Math.ceil(after.at), `${before.at}, ${at}, ${after.at}`)
    },
  )

  promises('a mark never goes back', async (subject) => {
    const { leases, store } = subject
    const { life, ...later } = { ...markOf('a'), after: '', at: Math.round(store.now()) + 1_000_000 }
    await store.writeMany([{ ...later, life }])
    await leases.mark([markOf('a')])
    assert.equal(await markedAt(subject, 'a'), later.at)
  })

  promises('a mark lives for its life, which begins anew', async (subject) => {
    const { leases } = subject
    await leases.mark([markOf('a'), markOf('brief', { life: 60 })])
    await leases.mark([markOf('a')])
    await outlive(subject, 60, markOf('brief').key)
    await markedAt(subject, 'a')
  })

  promises('a mark overwrites what is none', async (subject) => {
    const { store, leases } = subject
    const others = ['other 12345', 'MARK', 'MARKED'].map((before, i) => ({
      ...markOf(String(i)),
      before,
      after: 'x',
    }))
    await store.writeMany(others)
    await subject.plantForeign?.(markOf('foreign').key)
    await leases.mark([...others.map((_, i) => markOf(String(i))), markOf('foreign')])
    for (const tag of ['0', '1', '2', 'foreign']) await markedAt(subject, tag)
  })

  promises('how wrong the time may be is known once the store has been asked', async (subject) => {
    const { store, leases } = subject
    const uncertainty = () => store.uncertainty?.(store.partOf?.(markOf('a').key)) ?? 0
    for (let i = 0; i < 3; i++) await leases.mark([markOf('a')])
    assert(uncertainty() >= 0 && uncertainty() < CLOCK_TOLERANCE, `${uncertainty()}`)
  })
}
