import { describe, expect, test } from '@jest/globals'
import type { Called, CoolDown, Fault, Happening, Load, Part, Read, Row } from '../history.ts'
import { NEAR_TTL, TTL } from '../settings.ts'
import { Checker } from './checker.ts'

/** Two processes, `A` and `B`; one row, `x`. */
const A = 0
const B = 1

function judge(...happenings: Happening[]) {
  const checker = new Checker([A, B])
  for (const happening of happenings) checker.take(happening)
  const { violations, ...counts } = checker.end()
  return { ...counts, laws: violations.map(({ law }) => law) }
}

/** What process `by` loaded or primed, as row number `number`. */
function row(number: number, began: number, by = A, load = number): Row {
  return { id: 'x', number, by, load, began }
}

/** Without a part, as on a single server. */
function read(began: number, given: Row, { by = B, ended = began + 1, near = 0, ...more }: Given = {}): Read {
  const { parts = [undefined] } = more
  return { kind: 'read', by, began, ended, rows: [{ id: 'x', row: given, parts }], near }
}

interface Given {
  readonly by?: number
  readonly ended?: number
  readonly near?: number
  readonly parts?: readonly Part[]
}

function invalidation(called: number, number: number, by = A): Called {
  return { kind: 'called', by, id: 'x', number, primed: false, called }
}

function obeyed(call: Called, at: number): Happening {
  return { ...call, kind: 'obeyed', at }
}

describe('of reads and invalidations (law 3), the checker', () => {
  const call = invalidation(10, 2)

  test('lets a read return a row that was loaded after the call', () => {
    expect(judge(call, obeyed(call, 12), read(13, row(2, 11))).laws).toEqual([])
  })

  test('finds a read that began after an invalidation had resolved, and returned an older row', () => {
    expect(judge(call, obeyed(call, 12), read(13, row(1, 5))).laws).toEqual([3])
  })

  test('finds one that returned the same row from a load that began before the call', () => {
    expect(judge(call, obeyed(call, 12), read(13, row(2, 9))).laws).toEqual([3])
  })

  test('lets a read that began before it resolved return the older row', () => {
    expect(judge(call, obeyed(call, 12), read(11, row(1, 5), { ended: 20 })).laws).toEqual([])
  })

  test('wants it obeyed in its own process from the call on, resolved or not', () => {
    expect(judge(call, read(11, row(1, 5), { by: A })).laws).toEqual([3])
    expect(judge(call, read(9, row(1, 5), { by: A })).laws).toEqual([])
  })

  test('wants nothing of others while it is undelivered', () => {
    expect(judge(call, read(50, row(1, 5))).laws).toEqual([])
    expect(judge(call, obeyed(call, 40), read(50, row(1, 5))).laws).toEqual([3])
  })

  test('keeps wanting the younger of two calls, in whatever order they resolve', () => {
    const younger = invalidation(11, 3, B)
    expect(judge(call, younger, obeyed(younger, 12), obeyed(call, 14), read(15, row(2, 10.5))).laws).toEqual([
      3,
    ])
    expect(judge(call, younger, obeyed(call, 14), obeyed(younger, 12), read(15, row(3, 11.5))).laws).toEqual(
      [],
    )
  })

  test('hears of what happened in any order, and judges a read when all is known', () => {
    const checker = new Checker([A, B])
    checker.take(read(13, row(1, 5)))
    checker.know(B, 100)
    expect(checker.judgeReads()).toBe(0)
    checker.take(call)
    checker.take(obeyed(call, 12))
    checker.know(A, 100)
    expect(checker.judgeReads()).toBe(1)
  })

  test('excludes, and counts, what a process cut off from the store shared', () => {
    const joined: Load = load(5, 20, { by: B, load: 1 })
    const out: Happening = { kind: 'store-out', by: B, at: 12.5 }
    const cutOff = [call, obeyed(call, 12), joined, out]
    const older = row(1, 5, B, 1)
    expect(judge(...cutOff, read(13, older, { ended: 21 }))).toMatchObject({
      laws: [],
      excluded: { cutOff: 1 },
    })
  })

  test('does not exclude what came from the store, nor what a process that reached the store shared', () => {
    const out: Happening = { kind: 'store-out', by: B, at: 12.5 }
    const back: Happening = { kind: 'store-back', by: B, at: 12.6 }
    const older = row(1, 5, B, 1)
    const over = load(5, 12, { by: B, load: 1 })
    const running = load(5, 30, { by: B, load: 1 })
    expect(judge(call, obeyed(call, 12), over, out, read(13, older, { ended: 21 })).laws).toEqual([3])
    expect(judge(call, obeyed(call, 12), running, read(13, older, { ended: 31 })).laws).toEqual([3])
    expect(judge(call, obeyed(call, 12), running, out, back, read(20, older, { ended: 31 })).laws).toEqual([
      3,
    ])
  })

  test('takes a process for cut off only from the part of the store in which it saw the row', () => {
    const running = load(5, 20, { by: B, load: 1 })
    const given = (out: Happening[], parts: Part[]) =>
      judge(call, obeyed(call, 12), running, ...out, read(13, row(1, 5, B, 1), { ended: 21, parts })).laws
    const outOf = (part: Part): Happening => ({ kind: 'store-out', by: B, part, at: 12.5 })
    const backIn = (part: Part, at: number): Happening => ({ kind: 'store-back', by: B, part, at })
    expect(given([outOf('one')], ['one'])).toEqual([])
    expect(given([outOf('one')], ['two'])).toEqual([3])
    expect(given([outOf('one')], ['two', 'one'])).toEqual([])
    expect(given([outOf('one'), backIn('two', 12.6)], ['one'])).toEqual([])
  })

  test('excludes nothing of a process’s own invalidations', () => {
    const own = invalidation(10, 2, B)
    const out: Happening = { kind: 'store-out', by: B, at: 12.5 }
    const running = load(5, 30, { by: B, load: 1 })
    expect(judge(own, running, out, read(13, row(1, 5, B, 1), { ended: 31 })).laws).toEqual([3])
  })

  test('excludes, and counts, what was near, until its ttl after the invalidation had resolved', () => {
    const older = (began: number) => judge(call, obeyed(call, 12), read(began, row(1, 5), { near: 1 }))
    expect(older(13)).toMatchObject({ laws: [], excluded: { near: 1 } })
    expect(older(12 + NEAR_TTL)).toMatchObject({ laws: [], excluded: { near: 1 } })
    expect(older(12.1 + NEAR_TTL)).toMatchObject({ laws: [3], excluded: { near: 0 } })
  })

  test('excludes nothing near of a process’s own invalidations', () => {
    const own = invalidation(10, 2, B)
    expect(judge(own, read(11, row(1, 5), { near: 1 })).laws).toEqual([3])
    expect(judge(own, obeyed(own, 12), read(13, row(1, 5), { near: 1 })).laws).toEqual([3])
  })

  test('excludes of a read no more rows than were near', () => {
    const other: Called = { ...call, id: 'y' }
    const both = {
      ...read(13, row(1, 5)),
      rows: [
        { id: 'x', row: row(1, 5), parts: [undefined] },
        { id: 'y', row: { ...row(1, 5), id: 'y' }, parts: [undefined] },
      ],
    }
    const given = (near: number) =>
      judge(call, other, obeyed(call, 12), obeyed(other, 12), { ...both, near }).laws
    expect([given(0), given(1), given(2)]).toEqual([[3, 3], [3], []])
  })

  test('wants what is near to obey the older of two invalidations once its ttl is over', () => {
    const younger = invalidation(200, 3)
    const given = (number: number, loaded: number) =>
      judge(
        ...[call, obeyed(call, 12), younger, obeyed(younger, 202)],
        read(100 + NEAR_TTL, row(number, loaded), { near: 1 }),
      ).laws
    expect(given(2, 11)).toEqual([])
    expect(given(1, 5)).toEqual([3])
  })

  test('finds a read that was given the row of another ID', () => {
    const other: Row = { ...row(1, 5), id: 'y' }
    expect(judge(read(13, other)).laws).toEqual([6])
  })
})

function load(began: number, ended: number, more: Partial<Load> = {}): Load {
  return {
    kind: 'load',
    by: A,
    version: 1,
    load: began,
    ids: ['x'],
    failed: [],
    background: false,
    leased: began,
    began,
    ended,
    ...more,
  }
}

const restart = (from: number, to: number): Fault => ({ kind: 'fault', fault: 'restart', from, to })

describe('of loads (law 1), the checker', () => {
  const first = load(5_000, 5_010)

  test('counts an episode that nothing touched', () => {
    expect(judge(first)).toMatchObject({ untouchedEpisodes: 1, laws: [] })
  })

  test('finds a second load of the same version, wherever it ran', () => {
    expect(judge(first, load(5_005, 5_015, { by: B })).laws).toEqual([1])
    expect(judge(first, load(5_100, 5_110, { by: B })).laws).toEqual([1])
  })

  test('lets the other version be loaded, and the same once its entry may have become stale', () => {
    expect(judge(first, load(5_005, 5_015, { version: 2 })).laws).toEqual([])
    expect(judge(first, load(5_010 + TTL, 5_020 + TTL)).laws).toEqual([])
  })

  test('lets a refresh come early, but not while the load runs', () => {
    expect(judge(first, load(5_100, 5_110, { background: true })).laws).toEqual([])
    expect(judge(first, load(5_005, 5_015, { background: true })).laws).toEqual([1])
  })

  test('lets it be loaded again after an invalidation or a fault, and where the first load failed', () => {
    const second = load(5_100, 5_110)
    for (const excuse of [invalidation(5_050, 2), restart(5_050, 5_060)]) {
      expect(judge(first, second, excuse).laws).toEqual([])
    }
    expect(judge({ ...first, failed: ['x'] }, second).laws).toEqual([])
  })

  test('lets it be loaded again where one of the two processes was not run, or not answered by the store', () => {
    const second = load(5_100, 5_110, { by: B })
    const stall = (by: number): Happening => ({ kind: 'stall', by, from: 4_900, to: 5_050 })
    const out = (by: number): Happening => ({ kind: 'store-out', by, at: 5_050 })
    for (const excuse of [stall(A), stall(B), out(A), out(B)])
      expect(judge(first, second, excuse).laws).toEqual([])
    for (const none of [stall(B + 1), out(B + 1)]) expect(judge(first, second, none).laws).toEqual([1])
  })

  test('excuses by what befell a node the rows of that node, and no others', () => {
    const second = load(5_100, 5_110, { by: B })
    const excuses: ((ids: string[]) => Happening)[] = [
      (ids) => ({ ...restart(5_050, 5_060), ids }),
      (ids) => ({ kind: 'stall', by: A, ids, from: 4_900, to: 5_050 }),
      (ids) => ({ kind: 'store-out', by: B, part: 'one', ids, at: 5_050 }),
    ]
    for (const excuse of excuses) {
      expect(judge(first, second, excuse(['x', 'y'])).laws).toEqual([])
      expect(judge(first, second, excuse(['y'])).laws).toEqual([1])
    }
  })

  test('leaves out loads without a lease', () => {
    expect(judge(first, load(5_100, 5_110, { leased: undefined }))).toMatchObject({ unleased: 1, laws: [] })
  })

  test('does not take the second load’s own failure for an excuse, nor what befell another ID', () => {
    expect(judge(first, load(5_100, 5_110, { failed: ['x'] })).laws).toEqual([1])
    expect(judge(first, load(5_100, 5_110), { ...invalidation(5_050, 2), id: 'y' }).laws).toEqual([1])
  })
})

describe('of cool-downs (law 4), the checker', () => {
  const coolDown: CoolDown = { kind: 'cool-down', by: A, id: 'x', leased: 4_980, since: 5_001, until: 5_150 }
  const failed = load(4_990, 4_999, { failed: ['x'] })

  test('finds a load inside one', () => {
    expect(judge(failed, coolDown, load(5_100, 5_110, { by: B })).laws).toEqual([4])
  })

  test('lets a load begin late whose lease was granted before', () => {
    expect(judge(failed, coolDown, load(5_100, 5_110, { by: B, leased: 4_970 })).laws).toEqual([])
  })

  test('lets a load begin after it', () => {
    expect(judge(failed, coolDown, load(5_151, 5_160))).toMatchObject({ coolDowns: 1, laws: [] })
  })

  test('does not take an invalidation inside it for an excuse', () => {
    expect(judge(failed, coolDown, invalidation(5_050, 2), load(5_100, 5_110)).laws).toEqual([4])
  })

  test('does not count one whose lease may have been gone, or that a fault may have ended', () => {
    const call = invalidation(4_995, 2)
    expect(judge(failed, coolDown, call, obeyed(call, 4_998), load(5_100, 5_110))).toMatchObject({
      coolDowns: 0,
      laws: [],
    })
    expect(judge(failed, coolDown, restart(4_985, 4_988), load(5_100, 5_110)).laws).toEqual([])
    expect(judge(failed, coolDown, restart(5_050, 5_060), load(5_100, 5_110)).laws).toEqual([])
  })
})
