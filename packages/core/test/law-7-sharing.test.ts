import { describe, expect, test } from '@jest/globals'
import type { LoaderPolicy } from '@larder/core'
import { observedCache } from './support/observed-cache.ts'

const plain = () => ({ name: 'bread', tags: ['new', { of: ['a'] }] })
const rich = () => ({
  name: 'bread',
  since: new Date(0),
  sizes: new Map([['s', [1]]]),
  raw: Buffer.from('ab'),
})
type Rich = ReturnType<typeof rich>

/** A loader over one row, and the object that the source goes on holding. */
function loaderOf<V extends object>(
  row: V,
  policy: Pick<LoaderPolicy<string, V>, 'freeze' | 'codec' | 'ttl'> = {},
) {
  const observed = observedCache()
  const loads = observed.record('load')
  const loader = observed.cache.loader(
    'product',
    async (ids: readonly string[]) => ids.map(() => row),
    policy,
  )
  return { ...observed, loader, loads, row }
}

/** What four callers get: two that share a miss, and two that share a hit. */
async function fourReads<V>({ loader }: { loader: { load(id: string): Promise<V | null> } }): Promise<V[]> {
  const pair = () => Promise.all([loader.load('1'), loader.load('1')])
  return [...(await pair()), ...(await pair())] as V[]
}

describe('plain values', () => {
  test('are shared by those who read at the same time, and frozen to the last part', async () => {
    const [miss, joined, hit, sameTurn] = await fourReads(loaderOf(plain()))

    expect(joined).toBe(miss)
    expect(sameTurn).toBe(hit)
    expect(hit).toEqual(plain())
    for (const value of [miss, hit]) expect(mutableParts(value)).toEqual([])
    expect(() => Object.assign(miss?.tags[1] as object, { leak: 1 })).toThrow(TypeError)
  })

  test('with freeze: false each caller has one of its own', async () => {
    const values = await fourReads(loaderOf(plain(), { freeze: false }))
    for (const [i, value] of values.entries()) {
      expect(value).toEqual(plain())
      value.name = `changed by ${i}`
      value.tags.push('changed')
    }

    expect(new Set(values).size).toBe(4)
  })

  test('law 7: also where they are not stored, callers get copies, and the source keeps its own', async () => {
    const { row, ...rest } = loaderOf(plain(), { ttl: 0 })
    const values = await fourReads(rest)

    for (const value of values) expect(value).toEqual(plain())
    expect(values).not.toContain(row)
    expect(Object.isFrozen(row)).toBe(false)
  })
})

describe('values with parts that cannot be frozen', () => {
  test('law 7: what one caller does to its value is never seen by another', async () => {
    const { loader } = loaderOf(rich())
    const values = [...(await fourReads({ loader })), ...((await loader.loadMany(['1', '1'])) as Rich[])]
    for (const value of values) {
      expect(value).toEqual(rich())
      value.name = 'changed'
      value.since.setFullYear(1999)
      value.sizes.get('s')?.push(2)
      value.sizes.set('m', [])
      value.raw[0] = 0
    }

    expect(new Set(values).size).toBe(6)
    expect(await loader.load('1')).toEqual(rich())
  })

  test('law 7: with a codec each caller has one of its own', async () => {
    const identity = { encode: (value: object) => value, decode: (stored: object) => stored }
    const values = await fourReads(loaderOf(plain() as object, { codec: identity }))

    expect(new Set(values).size).toBe(4)
    for (const value of values) expect(Object.isFrozen(value)).toBe(false)
  })
})

describe('the source’s own object', () => {
  test.each([
    ['plain', plain],
    ['rich', rich],
  ])('law 7: a %s one is neither frozen nor shared', async (_, make: () => object) => {
    const { loader, loads, row } = loaderOf(make())
    const values = await fourReads({ loader })

    expect(values).not.toContain(row)
    expect(Object.isFrozen(row)).toBe(false)
    Object.assign(row, { name: 'changed by its owner' })
    for (const value of values) expect(value).toEqual(make())
    expect(loads.length).toBe(1)
  })

  test('law 7: nor is one that was primed', async () => {
    const { loader, loads } = loaderOf(plain())
    const mine = plain()
    await loader.prime('1', mine)
    mine.tags.push('changed by its owner')

    expect(await loader.load('1')).toEqual(plain())
    expect(Object.isFrozen(mine)).toBe(false)
    expect(loads).toEqual([])
  })
})

describe('typed arrays', () => {
  test.each([
    ['a Buffer from a pool', () => Buffer.from('bread')],
    ['a slice of a Buffer', (room: Buffer) => room.subarray(8, 13)],
    ['a view into an ArrayBuffer', (room: Buffer) => new Uint16Array(room.buffer, room.byteOffset + 8, 2)],
  ])('law 7: of %s exactly its own bytes are stored', async (_, viewOf) => {
    const room = Buffer.alloc(10_000, 'the neighbour’s password ')
    const view = viewOf(room)
    const { loader, store } = loaderOf<object>({ view })

    const hit = await loader.load('1').then(() => loader.load('1'))
    expect(hit).toEqual({ view })
    const [stored] = await store.readMany(['shop:{product//1}:v1'])
    expect(stored?.length).toBeLessThan(150)
    const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('base64')
    expect(stored).toContain(JSON.stringify(bytes))
  })

  test('law 7: a decoded view looks into a buffer of its own', async () => {
    const { loader } = loaderOf<{ view: Uint8Array }>({ view: new Uint8Array(Buffer.from('bread')) })
    const { view } = (await loader.load('1')) as { view: Uint8Array }

    expect(view.buffer.byteLength).toBe(5)
  })
})

/** The paths of what is not frozen. */
function mutableParts(value: unknown, path = 'value'): string[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([name, part]) => mutableParts(part, `${path}.${name}`))
  return Object.isFrozen(value) ? inner : [path, ...inner]
}
