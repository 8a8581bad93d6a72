/** Whoever waits for a lease is told what became of it. */
import assert from 'node:assert/strict'
import type { Bus, BusMessage } from '../../src/store/store.ts'
import { sampleEntry } from '../sample-entry.ts'
import { acquireOne, want } from './acquire.ts'
import { fillOf } from './fill.ts'
import { eventually, type LeasesUnderTest, newToken, type Promises } from './subject.ts'

type LeaseMessage = Exclude<BusMessage, { kind: 'gap' }>

/** What another process hears from now on; a subscription may take a while until it holds. */
async function listen(subject: LeasesUnderTest): Promise<{ heard: LeaseMessage[]; end(): void }> {
  const heard: LeaseMessage[] = []
  const bus = (subject.other ?? subject.store).bus as Bus
  let isHeard = false
  const end = bus.subscribe((message) => {
    if (message.kind === 'gap') return
    // Probes may come late: from another part of the store than what is told after them.
    if (message.lease === '{probe}:lease') isHeard = true
    else heard.push(message)
  })
  await eventually(async () => {
    await cancel(subject, 'probe')
    return isHeard
  })
  await silence(subject, heard)
  return { heard, end }
}

/** Resolves when what was sent before has been heard, and takes it away. */
async function silence(subject: LeasesUnderTest, heard: LeaseMessage[]): Promise<void> {
  const last = newToken()
  await cancel(subject, last)
  await eventually(() => heard.some(({ lease }) => lease === `{${last}}:lease`))
  heard.length = 0
}

async function cancel(subject: LeasesUnderTest, id: string): Promise<void> {
  const attempt = want(id)
  await acquireOne(subject, attempt)
  await beHeldUp(subject, [id])
  await subject.leases.release([{ ...attempt, reason: 'cancelled' }])
}

/** Somebody else wants them, and is told to wait: only then need anybody hear that the wait is over. */
async function beHeldUp({ leases }: LeasesUnderTest, ids: readonly string[]): Promise<void> {
  const answers = await leases.acquire(ids.map((id) => want(id)))
  for (const { kind } of answers) assert.equal(kind, 'held')
}

export function busContract(promises: Promises<LeasesUnderTest>): void {
  promises('the outcome of every lease that somebody waits for is told', async (subject) => {
    const { leases } = subject
    const { heard, end } = await listen(subject)
    const ids = ['filled', 'failed', 'released', 'unstorable', 'invalidated', 'primed']
    const attempts = ids.map((id) => want(id))
    await leases.acquire(attempts)
    await beHeldUp(subject, ids)
    const [filled, failed, released, unstorable, invalidated, primed] = attempts as [
      ...typeof attempts,
      never,
    ]
    assert(filled && failed && released && unstorable && invalidated && primed)
    await leases.fill([fillOf(filled)])
    await leases.fail([{ ...failed, cool: 60_000, keep: 60_000, failures: 1 }])
    await leases.release([
      { ...released, reason: 'cancelled' },
      { ...unstorable, reason: 'unstorable' },
    ])
    await leases.invalidate([invalidated])
    await leases.prime([{ ...primed, write: sampleEntry('{primed}:v3', newToken()) }])
    await eventually(() => heard.length >= ids.length)
    const kinds = new Map(heard.map(({ lease, kind }) => [lease, kind]))
    for (const id of ids) assert.equal(kinds.get(`{${id}}:lease`), id === 'primed' ? 'invalidated' : id)
    end()
  })

  promises('an invalidation is told, whether or not anybody waits for the lease', async (subject) => {
    const { leases } = subject
    const { heard, end } = await listen(subject)
    await leases.invalidate([want('told')])
    await eventually(() => heard.length > 0)
    await leases.prime([{ ...want('told too'), write: sampleEntry('{told too}:v3', newToken()) }])
    await eventually(() => heard.length > 1)
    await leases.expire([want('expired')])
    await eventually(() => heard.length > 2)
    await leases.mark([{ key: 'ns:tag:{marked}', before: 'MARK', life: 60_000 }])
    await eventually(() => heard.length > 3)
    assert.deepEqual(
      heard,
      ['{told}:lease', '{told too}:lease', '{expired}:lease', 'ns:tag:{marked}'].map((lease) => ({
        kind: 'invalidated',
        lease,
      })),
    )
    end()
  })

  promises('what was refused is not told', async (subject) => {
    const { leases } = subject
    await acquireOne(subject, want('a'))
    const { heard, end } = await listen(subject)
    const stranger = want('a')
    await leases.fill([fillOf(stranger)])
    await leases.fail([{ ...stranger, cool: 60_000, keep: 60_000, failures: 1 }])
    await leases.release([{ ...stranger, reason: 'cancelled' }])
    await cancel(subject, 'last')
    await eventually(() => heard.some(({ lease }) => lease === '{last}:lease'))
    assert.deepEqual(
      heard.filter(({ lease }) => lease === '{a}:lease'),
      [],
    )
    end()
  })

  promises('every subscriber hears, and who has ended a subscription hears no more', async (subject) => {
    const first = await listen(subject)
    const second = await listen(subject)
    await silence(subject, first.heard)
    second.end()
    second.end()
    second.heard.length = 0
    await cancel(subject, 'a')
    const ofA = () => first.heard.filter(({ lease }) => lease === '{a}:lease')
    await eventually(() => ofA().length > 0)
    assert.deepEqual(ofA(), [{ kind: 'released', lease: '{a}:lease' }])
    assert.deepEqual(second.heard, [])
    first.end()
  })
}
