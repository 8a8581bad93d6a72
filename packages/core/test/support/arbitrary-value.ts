import fc from 'fast-check'
import { text } from './arbitrary-text.ts'

const bytes = fc.uint8Array({ maxLength: 24 })
const views = [
  ...[Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array],
  ...[Float32Array, Float64Array, BigInt64Array, BigUint64Array],
] as const
const typedArray = fc.tuple(bytes, fc.constantFrom(...views)).map(([raw, View]) => {
  // Somewhere inside of a larger buffer, as a view may be.
  const size = View.BYTES_PER_ELEMENT
  const room = new Uint8Array(size + raw.length)
  room.set(raw, size)
  return new View(room.buffer, size, Math.floor(raw.length / size))
})

const leaf = fc.oneof(
  fc.constantFrom(
    null,
    undefined,
    true,
    false,
    0,
    -0,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ),
  fc.double(),
  fc.integer(),
  fc.bigInt(),
  text,
  fc.date({ noInvalidDate: false }),
  bytes.map((raw) => Buffer.from(raw)),
  typedArray,
)
const name = fc.oneof(
  { weight: 3, arbitrary: text },
  {
    weight: 1,
    arbitrary: fc.constantFrom('constructor', 'toJSON', 'length', 'then', 'prototype', 'hasOwnProperty', '0'),
  },
)

const HOLE = Symbol('hole')

/** Everything that can be kept, nested. Never a value that is `null` or `undefined` as a whole: that is *missing*. */
export const value = fc
  .letrec<{ any: unknown; container: unknown }>((tie) => ({
    any: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('container')),
    container: fc.oneof(
      fc.array(tie('any'), { maxLength: 5 }),
      fc.array(fc.option(tie('any'), { freq: 2, nil: HOLE }), { maxLength: 5 }).map(punchHoles),
      record(tie('any')).map((entries) => Object.fromEntries(entries)),
      record(tie('any')).map((entries) => Object.assign(Object.create(null), Object.fromEntries(entries))),
      fc.array(fc.tuple(tie('any'), tie('any')), { maxLength: 4 }).map((entries) => new Map(entries)),
      fc.array(tie('any'), { maxLength: 4 }).map((items) => new Set(items)),
      tie('any').map((part) => [part, { again: part }]),
      tie('any').map((part) => withCycle({ part })),
    ),
  }))
  .any.filter((it) => it !== null && it !== undefined)

function record(part: fc.Arbitrary<unknown>): fc.Arbitrary<[string, unknown][]> {
  return fc.array(
    fc.tuple(
      name.filter((it) => it !== '__proto__'),
      part,
    ),
    { maxLength: 5 },
  )
}

function punchHoles(items: unknown[]): unknown[] {
  for (const [i, item] of items.entries()) if (item === HOLE) delete items[i]
  return items
}

function withCycle(node: Record<string, unknown>): unknown {
  return Object.assign(node, { self: node, within: [new Map([['node', node]])] })
}
