/**
 * Values as text and back (law 7: a hit equals a miss). JSON where it is faithful, else devalue's encoding, which knows
 * Date, Map, Set, BigInt, undefined, NaN, -0, holes, null prototypes and cycles; bytes are ours. No `v8.deserialize`:
 * what comes from a store is not trusted.
 */
import { parse, stringify } from 'devalue'
import type { Entry, Kind } from './entry.ts'
import { isPlain, typedArrayName, Unstorable } from './plain.ts'

/** The way out for values that cannot be stored as they are. `decode(encode(value))` has to equal `value`. */
export interface Codec<V> {
  /** Something that can be stored: any mix of plain values, Date, Map, Set, BigInt and bytes. */
  encode(value: V): unknown
  // biome-ignore lint/suspicious/noExplicitAny: what `encode` gave; the type would have to be written at every loader.
  decode(stored: any): V
}

export interface Encoded {
  readonly kind: Kind
  readonly body: string
}

/**
 * @throws Unstorable with the path to what cannot be kept.
 */
export function encode<V>(value: V, codec: Codec<V> | undefined): Encoded {
  try {
    const storable = codec === undefined ? value : codec.encode(value)
    return isPlain(storable)
      ? { kind: 'plain', body: JSON.stringify(storable) }
      : { kind: 'rich', body: stringify(storable, REDUCERS) }
  } catch (error) {
    throw error instanceof Unstorable ? error : new Unstorable('it', 'could not be encoded', { cause: error })
  }
}

/** The value of an entry that is not *missing*. Throws on a body that is not well formed. */
export function decode<V>(entry: Pick<Entry, 'stored' | 'bodyAt' | 'kind'>, codec: Codec<V> | undefined): V {
  const body = entry.stored.slice(entry.bodyAt)
  const stored = entry.kind === 'plain' ? JSON.parse(body) : parse(body, REVIVERS)
  return codec === undefined ? stored : codec.decode(stored)
}

/** Can callers share one decoded value? Only where freezing makes it immutable; Dates, Maps and bytes cannot be frozen. */
export function isShareable(kind: Kind, codec: object | undefined): boolean {
  return kind === 'plain' && codec === undefined
}

export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) deepFreeze(value[i])
  } else {
    for (const name in value) deepFreeze(value[name])
  }
  return Object.freeze(value)
}

/** Bytes are written as exactly the bytes of the view: never the rest of the buffer it looks into. */
const REDUCERS = {
  bytes: (value: unknown) => {
    const name = typedArrayName(value)
    if (name === undefined) return undefined
    const view = value as NodeJS.TypedArray
    return [name, Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('base64')]
  },
}

const REVIVERS = {
  bytes: ([name, base64]: [string, string]) => {
    const bytes = Buffer.from(base64, 'base64')
    if (name === 'Buffer') return bytes
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    return new (VIEWS[name] as (typeof VIEWS)[string])(buffer as ArrayBuffer)
  },
}

const VIEWS: Record<string, new (buffer: ArrayBuffer) => NodeJS.TypedArray> = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
}
