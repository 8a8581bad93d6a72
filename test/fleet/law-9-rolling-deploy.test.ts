import { describe, expect, test } from '@jest/globals'
import { barrier, hold, holdReply } from '@larder/core/testing'
import { until } from '../support/until.ts'
import { deaf, leaseKey, type MemberOptions, startFleet, valueKey } from './support/fleet.ts'
import { plant, STALE } from './support/plant.ts'

const fleet = startFleet()

/** The release before, which knows nothing of the one that comes. */
const one = (options: MemberOptions = {}) => fleet.join(options)

/** The release that comes, with the versions that its `upgrade` was called for. Its values say that they are its own. */
function two({ policy, ...options }: MemberOptions = {}) {
  const upgraded: unknown[] = []
  const upgrade = (old: { n: number }) => {
    upgraded.push(old)
    return { ...old, v: 2 }
  }
  const member = fleet.join({
    load: async (ids, context) =>
      (await fleet.source.load(ids, context)).map((row) => row && { ...row, v: 2 }),
    policy: { version: 2, upgrade: { 1: upgrade }, ...policy },
    ...options,
  })
  return { ...member, upgraded }
}

const isStored = async (version: number) => (await fleet.admin.exists(valueKey('a', version))) === 1

describe('a rolling deploy', () => {
  test('law 9: what the old release has loaded is converted when it is read, once, and loaded by nobody', async () => {
    const [old, fresh, other] = [one(), two(), two()]
    await old.loader.load('a')
    await until(() => isStored(1))

    expect(await fresh.loader.load('a')).toEqual({ n: 1, v: 2 })
    await until(() => isStored(2))
    for (const { loader } of [fresh, other, fresh]) expect(await loader.load('a')).toEqual({ n: 1, v: 2 })
    expect(await old.loader.load('a')).toEqual({ n: 1 })
    expect([fresh.upgraded.length, other.upgraded.length]).toEqual([1, 0])
    expect(fleet.source.calls.length).toBe(1)
  })

  test.each([
    ['the old release', 'the new one', false],
    ['the new release', 'the old one', true],
  ])(
    'law 9: an invalidation by %s is obeyed by both, and what %s had comes back for neither',
    async (_, __, byNew) => {
      const [old, fresh] = [one(), two()]
      await old.loader.load('a')
      await until(() => isStored(1))
      await fresh.loader.load('a')
      await until(() => isStored(2))

      fleet.source.rows.set('a', { n: 2 })
      await (byNew ? fresh : old).loader.invalidate('a')
      expect([await isStored(1), await isStored(2)]).toEqual([false, false])
      expect(await Promise.all([old.loader.load('a'), fresh.loader.load('a')])).toEqual([
        expect.objectContaining({ n: 2 }),
        { n: 2, v: 2 },
      ])
    },
  )

  test('law 9: both releases load side by side, each entry once for each version', async () => {
    const members = [one(), one(), two(), two()]
    const answers = await Promise.all(members.map(({ loader }) => loader.load('a')))

    expect(answers).toEqual(Array(4).fill(expect.objectContaining({ n: 1 })))
    expect(fleet.source.calls.length).toBeLessThanOrEqual(2)
  })

  test.each([
    [1, 2],
    [2, 1],
  ])('law 9: without `upgrade`, an invalidation by version %i is obeyed by version %i', async (by) => {
    const releases = [one(), two({ policy: { upgrade: {} } })]
    await Promise.all(releases.map(({ loader }) => loader.load('a')))
    await until(async () => (await isStored(1)) && (await isStored(2)))
    fleet.source.rows.set('a', { n: 2 })
    await releases[by - 1]?.loader.invalidate('a')

    for (const { loader } of releases) expect(await loader.load('a')).toMatchObject({ n: 2 })
    expect(fleet.source.calls.length).toBe(4)
  })

  test.each([
    [1, 2],
    [2, 1],
  ])('law 9: without `upgrade`, an invalidation by version %i stops a load of version %i', async (by, of) => {
    const releases = [one(), two({ policy: { upgrade: {} } })]
    const loading = barrier()
    fleet.source.inject(holdReply(loading))
    const first = releases[of - 1]?.loader.load('a')
    await loading.arrived()
    fleet.source.rows.set('a', { n: 2 })
    await releases[by - 1]?.loader.invalidate('a')
    loading.open()

    expect(await first).toMatchObject({ n: 1 })
    await until(() => releases[of - 1]?.events('fill-refused').length === 1)
    for (const { loader } of releases) expect(await loader.load('a')).toMatchObject({ n: 2 })
  })
})

describe.each([
  { bus: 'every message heard', through: undefined },
  { bus: 'every message lost', through: deaf },
])('with $bus', ({ through }) => {
  const options = { ...(through && { through }) }

  /** A new release that has read and converted the old entry; its promotion is on its way, or the answer to it. */
  async function promoting(fault: typeof hold) {
    const [old, fresh] = [one(options), two(options)]
    await old.loader.load('a')
    await until(() => isStored(1))
    const delivery = barrier()
    fresh.store.inject(fault(delivery), 'promote')
    expect(await fresh.loader.load('a')).toEqual({ n: 1, v: 2 })
    await until(() => fresh.store.calls('promote').length === 1)
    return { old, fresh, delivery }
  }

  test('law 9: a promotion on its way when the key is invalidated writes nothing', async () => {
    const { old, fresh, delivery } = await promoting(hold)
    fleet.source.rows.set('a', { n: 2 })
    await old.loader.invalidate('a')
    const late = fresh.loader.load('a')
    delivery.open()

    expect(await late).toEqual({ n: 2, v: 2 })
    await until(() => fresh.events('upgraded').length === 1)
    expect(fresh.events('upgraded')[0]?.written).toBe(false)
    expect(await fresh.loader.load('a')).toEqual({ n: 2, v: 2 })
  })

  test('law 9: a promotion that is done, its answer unread, does not outlive an invalidation', async () => {
    const { old, fresh, delivery } = await promoting(holdReply)
    await until(() => isStored(2))
    fleet.source.rows.set('a', { n: 2 })
    await old.loader.invalidate('a')

    expect(await fresh.loader.load('a')).toEqual({ n: 2, v: 2 })
    delivery.open()
    expect(await fresh.loader.load('a')).toEqual({ n: 2, v: 2 })
  })

  test('law 9: a promotion knows the entry that it converted from one written in the same millisecond', async () => {
    const { old, fresh, delivery } = await promoting(hold)
    const at = Number(/^LRD1.{17}(\d+),/.exec((await fleet.admin.get(valueKey('a'))) ?? '')?.[1])
    await old.loader.invalidate('a')
    await plant(old, [['a', { n: 2 }]], { at })
    delivery.open()

    await until(() => fresh.events('upgraded').length === 1)
    expect(fresh.events('upgraded')[0]?.written).toBe(false)
    expect(await isStored(2)).toBe(false)
    expect(await fresh.loader.load('a')).toEqual({ n: 2, v: 2 })
  })
})

test('law 2: the new release does not wait for a refresh by the old one', async () => {
  const [old, fresh] = [one(), two()]
  await plant(old, [['a', { n: 0 }]], STALE)
  const loading = barrier()
  fleet.source.inject(hold(loading))
  expect(await old.loader.load('a')).toEqual({ n: 0 })
  await loading.arrived()
  expect(await fleet.admin.exists(leaseKey('a'))).toBe(1)

  expect(await fresh.loader.load('a')).toEqual({ n: 0, v: 2 })
  expect(loading.waiting).toBe(1)
  loading.open()
})
