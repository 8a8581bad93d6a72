import { describe, expect, test } from '@jest/globals'
import { releases } from './support/versions.ts'

describe('an older entry', () => {
  test('law 9: is converted once, written as the current version, and found there from then on', async () => {
    const { release, stored, clock } = releases()
    await release(1).loader.load('a')
    const { loader, source, upgraded, events } = release(2, [1])

    expect(await loader.load('a')).toEqual({ v: 1, to: 2 })
    await clock.advance(0)
    expect(await loader.load('a')).toEqual({ v: 1, to: 2 })
    expect(upgraded).toEqual([1])
    expect(source.calls).toEqual([])
    expect(events).toEqual([{ loader: 'product', id: 'a', from: 1, written: true }])
    expect(await stored(1, 2)).toEqual(['{"v":1}', '{"v":1,"to":2}'])
  })

  test('law 9: is converted once for all who ask for it at the same time', async () => {
    const { release } = releases()
    await release(1).loader.load('a')
    const { loader, upgraded } = release(2, [1])
    const values = await Promise.all([loader.load('a'), loader.load('a'), loader.loadMany(['a', 'a'])])

    expect(values.flat()).toEqual(Array(4).fill({ v: 1, to: 2 }))
    expect(upgraded).toEqual([1])
  })

  test('law 9: keeps its age: the converted one ends when the old one would have', async () => {
    const { release, clock } = releases()
    await release(1).loader.load('a')
    const two = release(2, [1])
    await clock.advance(6000)
    await two.loader.load('a')
    await clock.advance(3999)
    expect(await two.loader.load('a')).toEqual({ v: 1, to: 2 })
    expect(two.source.calls).toEqual([])
    await clock.advance(1)

    expect(await two.loader.load('a')).toEqual({ v: 2 })
  })

  test('law 9: that is stale is served, converted, and refreshed once', async () => {
    const { release, clock, stored } = releases()
    await release(1, [], { grace: '10s' }).loader.load('a')
    const { loader, source } = release(2, [1], { grace: '10s' })
    await clock.advance(12_000)

    expect(await loader.load('a')).toEqual({ v: 1, to: 2 })
    await clock.advance(0)
    expect(await loader.load('a')).toEqual({ v: 2 })
    await clock.advance(0)
    expect(source.calls.length).toBe(1)
    expect(await stored(2)).toEqual(['{"v":2}'])
  })

  test('law 9: that says missing is missing in the new version too, for as long', async () => {
    const { release, clock } = releases()
    const one = release(1, [], { missingTtl: '5s' })
    one.source.rows.clear()
    expect(await one.loader.load('a')).toBe(null)
    const { loader, source, upgraded, events } = release(2, [1])
    await clock.advance(3000)

    expect(await loader.load('a')).toBe(null)
    await clock.advance(1999)
    expect(await loader.load('a')).toBe(null)
    expect([source.calls.length, upgraded.length, events.length]).toEqual([0, 0, 1])
    await clock.advance(1)
    expect(await loader.load('a')).toEqual({ v: 2 })
  })

  test('law 9: of a version that upgrade does not reach is not looked at', async () => {
    const { release } = releases()
    await release(1).loader.load('a')

    expect(await release(2).loader.load('a')).toEqual({ v: 2 })
    expect(await release(3, [2]).loader.load('a')).toEqual({ v: 2, to: 3 })
  })

  test('law 9: of a newer version is not looked at: each has its own', async () => {
    const { release, stored } = releases()
    await release(2).loader.load('a')
    const { loader, source } = release(1)

    expect(await loader.load('a')).toEqual({ v: 1 })
    expect(source.calls.length).toBe(1)
    expect(await stored(1, 2)).toEqual(['{"v":1}', '{"v":2}'])
  })

  test('law 9: the newest of several is taken, and converted in one step', async () => {
    const { release } = releases()
    await release(1).loader.load('a')
    await release(2).loader.load('a')
    const three = release(3, [1, 2])

    expect(await three.loader.load('a')).toEqual({ v: 2, to: 3 })
    expect(three.upgraded).toEqual([2])
  })
})

describe('an upgrade that cannot convert', () => {
  const oops = new Error('no price')
  const BAD = [
    [
      'throws',
      () => {
        throw oops
      },
    ],
    ['gives undefined', () => undefined],
    ['gives null', () => null],
  ] as const
  test.each(BAD)('law 9: and %s counts as absent: the key is loaded, and said once', async (_, upgrade) => {
    const { release, clock, stored } = releases()
    await release(1).loader.load('a')
    const { loader, source, failures, events } = release(2, [1], { upgrade: { 1: upgrade } })

    expect(await loader.load('a')).toEqual({ v: 2 })
    await clock.advance(0)
    expect(await loader.load('a')).toEqual({ v: 2 })
    expect(source.calls.length).toBe(1)
    expect(failures).toEqual([{ loader: 'product', id: 'a', from: 1, error: expect.any(Error) }])
    expect(events).toEqual([])
    expect(await stored(2)).toEqual(['{"v":2}'])
  })

  test('law 9: leaves the next older version to be tried', async () => {
    const { release } = releases()
    await release(1).loader.load('a')
    await release(2).loader.load('a')
    const upgrade = {
      1: (old: object) => ({ ...old, to: 3 }),
      2: () => {
        throw oops
      },
    }
    const { loader, source, failures } = release(3, [], { upgrade })

    expect(await loader.load('a')).toEqual({ v: 1, to: 3 })
    expect(source.calls).toEqual([])
    expect(failures.map(({ from }) => from)).toEqual([2])
  })

  test('law 9: to something that can be kept: it comes as it is, and the old entry stays for the next time', async () => {
    const { release, clock, stored } = releases()
    await release(1).loader.load('a')
    const converted = { run: () => 1 }
    const { loader, source, cache } = release(2, [1], { upgrade: { 1: () => converted } })
    const reports: unknown[] = []
    cache.on('unstorable', (event) => reports.push(event))

    expect(await loader.load('a')).toBe(converted)
    await clock.advance(0)
    expect(await loader.load('a')).toBe(converted)
    expect(source.calls).toEqual([])
    expect(reports).toEqual([expect.objectContaining({ path: '.run' })])
    expect(await stored(1, 2)).toEqual(['{"v":1}', undefined])
  })

  test('law 9: of a stale entry to what cannot be kept: it is refreshed all the same', async () => {
    const { release, clock } = releases()
    await release(1, [], { grace: '10s' }).loader.load('a')
    const { loader, source } = release(2, [1], { grace: '10s', upgrade: { 1: () => ({ run: () => 1 }) } })
    await clock.advance(12_000)
    await loader.load('a')
    await clock.advance(0)

    expect(source.calls.length).toBe(1)
    expect(await loader.load('a')).toEqual({ v: 2 })
  })
})
