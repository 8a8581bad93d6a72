/** After a failed load the key is not loaded again for a while, and failures in a row are counted. */
import assert from 'node:assert/strict'
import { sampleEntry } from '../sample-entry.ts'
import { acquireOne, want } from './acquire.ts'
import { fillOf } from './fill.ts'
import { CLOCK_TOLERANCE, type LeasesUnderTest, newToken, type Promises, pass } from './subject.ts'

interface Cooling {
  readonly cool?: number
  readonly keep?: number
  readonly failures?: number
}

/** Takes the lease of `id` and fails with it. Answers how many failures were known before. */
async function failOnce(subject: LeasesUnderTest, id: string, given: Cooling = {}): Promise<number> {
  const attempt = want(id)
  const acquired = await acquireOne(subject, attempt)
  assert(acquired.kind === 'granted', `the lease is ${acquired.kind}`)
  await subject.leases.fail([{ ...attempt, cool: 60_000, keep: 120_000, failures: 1, ...given }])
  return acquired.failures
}

const known = async (subject: LeasesUnderTest, id: string, seen?: string) => {
  const acquired = await acquireOne(subject, want(id, { seen }))
  return acquired.kind === 'granted' ? acquired.failures : acquired.kind
}

export function coolDownContract(promises: Promises<LeasesUnderTest>): void {
  promises('after a failure no lease is granted, and everyone is told until when', async (subject) => {
    const { store } = subject
    await failOnce(subject, 'a', { cool: 5_000, failures: 3 })
    const acquired = await acquireOne(subject, want('a'))
    assert(acquired.kind === 'cooling')
    assert.equal(acquired.failures, 3)
    const left = acquired.until - store.now()
    assert(Math.abs(left - 5_000) <= CLOCK_TOLERANCE, `${left} ms of 5000 left`)
  })

  promises(
    'once it has cooled down the lease is granted, with the count of failures, round after round',
    async (subject) => {
      for (const round of [0, 1, 2]) {
        const before = await failOnce(subject, 'a', { cool: 30, keep: 60_000, failures: round + 1 })
        assert.equal(before, round)
        await pass(subject, 35)
      }
      assert.equal(await known(subject, 'a'), 3)
    },
  )

  promises('failures are forgotten after `keep`', async (subject) => {
    await failOnce(subject, 'a', { cool: 20, keep: 40 })
    await pass(subject, 45)
    assert.equal(await known(subject, 'a'), 0)
  })

  promises('failures are remembered over a lease that ends without an outcome', async (subject) => {
    await failOnce(subject, 'a', { cool: 20, keep: 60_000, failures: 2 })
    await pass(subject, 25)
    assert.equal((await acquireOne(subject, want('a', { life: 30 }))).kind, 'granted')
    await pass(subject, 35)
    assert.equal(await known(subject, 'a'), 2)
  })

  promises('failures are remembered over a lease that is given back', async (subject) => {
    await failOnce(subject, 'a', { cool: 20, keep: 60_000, failures: 2 })
    await pass(subject, 25)
    const attempt = want('a')
    await acquireOne(subject, attempt)
    await subject.leases.release([{ ...attempt, reason: 'cancelled' }])
    assert.equal(await known(subject, 'a'), 2)
  })

  promises('a fill ends the count', async (subject) => {
    await failOnce(subject, 'a', { cool: 20, keep: 60_000 })
    await pass(subject, 25)
    const attempt = want('a')
    await acquireOne(subject, attempt)
    assert.deepEqual(await subject.leases.fill([fillOf(attempt)]), [true])
    assert.equal(await known(subject, 'a', attempt.token), 0)
  })

  promises('a failure while another attempt holds the lease changes nothing', async (subject) => {
    const { leases } = subject
    const attempt = want('a')
    await acquireOne(subject, attempt)
    await leases.fail([{ ...want('a'), cool: 60_000, keep: 60_000, failures: 1 }])
    assert.equal(await known(subject, 'a'), 'held')
    await leases.invalidate([attempt])
    await acquireOne(subject, want('a'))
    await leases.fail([{ ...attempt, cool: 60_000, keep: 60_000, failures: 1 }])
    assert.equal(await known(subject, 'a'), 'held')
  })

  promises('a failure whose lease an invalidation has taken cools the key down', async (subject) => {
    const attempt = want('a')
    await acquireOne(subject, attempt)
    await subject.leases.invalidate([attempt])
    await subject.leases.fail([{ ...attempt, cool: 60_000, keep: 60_000, failures: 1 }])
    assert.equal(await known(subject, 'a'), 'cooling')
    assert.deepEqual(await subject.leases.fill([fillOf(attempt)]), [false])
  })

  promises('a failure that is told twice, or late, does not lengthen a cool-down', async (subject) => {
    const attempt = want('a')
    await acquireOne(subject, attempt)
    await subject.leases.fail([{ ...attempt, cool: 1_000, keep: 60_000, failures: 2 }])
    await subject.leases.fail([{ ...attempt, cool: 60_000, keep: 60_000, failures: 2 }])
    const acquired = await acquireOne(subject, want('a'))
    assert(acquired.kind === 'cooling')
    assert(acquired.until - subject.store.now() <= 1_000 + CLOCK_TOLERANCE)
  })

  promises('a failure without the lease does not lower the count', async (subject) => {
    await failOnce(subject, 'a', { cool: 20, keep: 60_000, failures: 5 })
    await pass(subject, 25)
    await subject.leases.fail([{ ...want('a'), cool: 20, keep: 60_000, failures: 1 }])
    await pass(subject, 25)
    assert.equal(await known(subject, 'a'), 5)
  })

  promises('an invalidation takes the lease and leaves the count', async (subject) => {
    await failOnce(subject, 'a', { cool: 20, keep: 60_000, failures: 3 })
    await pass(subject, 25)
    const attempt = want('a')
    await acquireOne(subject, attempt)
    await subject.leases.invalidate([attempt])
    assert.equal(await known(subject, 'a'), 3)
  })

  promises('a fill after the failure is refused', async (subject) => {
    const attempt = want('a')
    await acquireOne(subject, attempt)
    await subject.leases.fail([{ ...attempt, cool: 60_000, keep: 60_000, failures: 1 }])
    assert.deepEqual(await subject.leases.fill([fillOf(attempt)]), [false])
    assert.equal(await known(subject, 'a'), 'cooling')
  })

  promises(
    'a fill after the lease has ended is refused, also where failures are remembered',
    async (subject) => {
      await failOnce(subject, 'a', { cool: 20, keep: 60_000 })
      await pass(subject, 25)
      const attempt = want('a', { life: 30 })
      await acquireOne(subject, attempt)
      await pass(subject, 35)
      assert.deepEqual(await subject.leases.fill([fillOf(attempt)]), [false])
      await subject.leases.fail([{ ...attempt, cool: 60_000, keep: 60_000, failures: 2 }])
      assert.equal(await known(subject, 'a'), 'cooling')
    },
  )

  promises('an invalidation leaves a cool-down as it is', async (subject) => {
    await failOnce(subject, 'a')
    await subject.leases.invalidate([want('a')])
    assert.equal(await known(subject, 'a'), 'cooling')
  })

  promises('an entry is found all the same, unless it is the one that was seen', async (subject) => {
    await failOnce(subject, 'a')
    const stamp = newToken()
    await subject.store.writeMany([sampleEntry('{a}:v3', stamp)])
    assert.equal(await known(subject, 'a'), 'found')
    assert.equal(await known(subject, 'a', stamp), 'cooling')
  })
}
