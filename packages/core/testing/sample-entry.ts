/** Entries for the tests of stores, in the layout that the engine writes. */
import { composeEntry } from '../src/entry/entry.ts'
import type { Write } from '../src/store/store.ts'

/** A write of an entry that bears `stamp` (16 characters) and lives for `life` milliseconds. */
export function sampleEntry(
  key: string,
  stamp: string,
  { life = 60_000, body = '{"name":"sample"}' }: { readonly life?: number; readonly body?: string } = {},
): Write {
  return { key, ...composeEntry({ stamp, kind: 'plain', fresh: life, life, began: 0, delta: 0, body }) }
}
