import { expect, test } from '@jest/globals'
import { ForeignEntryError } from '@larder/core'
import { leaseKey, startFleet, valueKey } from './support/fleet.ts'

const fleet = startFleet()
const bytes = (...codes: readonly number[]) => Buffer.from(codes)
const invalid = bytes(0xff, 0xfe, 0xc3, 0x28, 0xe2, 0x82, 0x80, 0xc0)

test.each([
  ['foreign text', 'set', 'somebody else’s'],
  ['no text at all', 'set', ''],
  ['a list', 'rpush', 'an element'],
  ['bytes that are not UTF-8', 'set', invalid],
  ['our first letters alone', 'set', 'LRD1'],
  [
    'our first letters, then bytes that are not UTF-8',
    'set',
    Buffer.concat([Buffer.from('LRD1'), invalid, invalid]),
  ],
  ['our first letters, then text of more bytes than letters', 'set', `LRD1${'ü'.repeat(20)}`],
] as const)(
  'law 8: %s under the key of a value is absent, and is overwritten',
  async (_, command, content) => {
    for (const key of [valueKey('a'), valueKey('a', 2)]) await fleet.admin.call(command, key, content)
    const [here, elsewhere] = [fleet.join(), fleet.join()]
    const two = fleet.join({ policy: { version: 2, upgrade: { 1: (old) => old } } })

    expect(await here.loader.load('a')).toEqual({ n: 1 })
    expect(await elsewhere.loader.load('a')).toEqual({ n: 1 })
    expect(fleet.source.calls.length).toBe(1)
    expect(await two.loader.load('a')).toEqual({ n: 1 })
    expect(here.events('store-error')).toEqual([])
  },
)

test.each([
  ['a list', 'rpush', ['an element']],
  ['a hash', 'hset', ['a field', 'an element']],
] as const)(
  'law 8: %s under the key of a value is told of as corrupt, once, by whoever overwrites it',
  async (what, command, content) => {
    await fleet.admin.call(command, valueKey('a'), ...content)
    const members = [fleet.join(), fleet.join()]
    const answers = members.flatMap(({ loader }) => [loader.load('a'), loader.load('a')])
    expect(await Promise.all(answers)).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }, { n: 1 }])
    const told = members.flatMap((member) => member.events('corrupt'))
    expect(told).toEqual([{ loader: 'product', id: 'a', error: expect.any(ForeignEntryError) }])
    expect(String(told[0]?.error)).toContain(`received ${what}`)
    expect(members.flatMap((member) => member.events('store-error'))).toEqual([])
    expect(await fleet.admin.type(valueKey('a'))).toBe('string')
    expect(fleet.source.calls.length).toBe(1)
  },
)

test('law 8: a list where a converted entry is going to lie is told of as corrupt', async () => {
  await fleet.join().loader.load('a')
  await fleet.admin.rpush(valueKey('a', 2), 'an element')
  const two = fleet.join({ policy: { version: 2, upgrade: { 1: (old) => old } } })
  expect(await two.loader.load('a')).toEqual({ n: 1 })
  expect(two.events('corrupt')).toEqual([
    { loader: 'product', id: 'a', error: expect.any(ForeignEntryError) },
  ])
  expect(fleet.source.calls.length).toBe(1)
})

test('law 8: an entry that was cut off, or damaged in its stamp, is absent, and is overwritten', async () => {
  const writer = fleet.join()
  await writer.loader.prime('a', { n: 0 })
  const whole = await fleet.admin.getBuffer(valueKey('a'))
  if (whole === null) throw new Error('expected an entry')
  const damaged = Buffer.from(whole)
  damaged[6] = 0xff
  for (const content of [whole.subarray(0, -1), damaged.subarray(0, -1), whole.subarray(0, 30)]) {
    await fleet.admin.set(valueKey('a'), content)
    expect(await fleet.join().loader.load('a')).toEqual({ n: 1 })
    expect(await fleet.admin.get(valueKey('a'))).toMatch(/\{"n":1\}$/)
  }
  expect(fleet.source.calls.length).toBe(3)
})

test.each([
  ['foreign text', 'set', 'somebody else’s'],
  ['a list', 'rpush', 'an element'],
  ['bytes that are not UTF-8', 'set', invalid],
] as const)('law 8: %s under the key of a lease is no lease', async (_, command, content) => {
  await fleet.admin.call(command, leaseKey('a'), content)
  const [here, elsewhere] = [fleet.join(), fleet.join()]

  expect(await here.loader.load('a')).toEqual({ n: 1 })
  expect(await elsewhere.loader.load('a')).toEqual({ n: 1 })
  expect(fleet.source.calls.length).toBe(1)
})
