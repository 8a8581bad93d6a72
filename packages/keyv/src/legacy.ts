/** What a plain Keyv with @keyv/redis writes: Keyv's own JSON, under a prefix. */
import type { Loader, LoaderPolicy, Store } from '@larder/core'
import { LegacyEntryError } from './errors.ts'

type LegacyOptions = NonNullable<LoaderPolicy<string, unknown>['legacy']>

export function legacyOf(prefix: string): LegacyOptions {
  return { key: (id) => prefix + id, read }
}

/**
 * Deletes all of them, as `invalidate` does.
 *
 * @throws StoreError, InvalidationPendingError, InvalidationRefusedError
 */
export async function clearLegacy(
  loader: Loader<string, unknown>,
  store: Store,
  prefix: string,
): Promise<void> {
  let ids: string[] = []
  for await (const key of store.scan?.(prefix) ?? []) {
    if (ids.push(key.slice(prefix.length)) < CHUNK) continue
    await loader.invalidateMany(ids)
    ids = []
  }
  if (ids.length > 0) await loader.invalidateMany(ids)
}

/** Keys that are deleted together. */
const CHUNK = 1_000

/** @throws LegacyEntryError */
function read(text: string): { value: unknown; expires?: number } | undefined {
  const envelope = parse(text)
  if (typeof envelope !== 'object' || envelope === null || Array.isArray(envelope)) return undefined
  const { value, expires } = envelope as { value?: unknown; expires?: unknown }
  if (value === undefined) return undefined
  return { value, ...(typeof expires === 'number' && { expires }) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? meant(value) : value))
  } catch {
    throw new LegacyEntryError()
  }
}

/** A colon at the start is Keyv's mark. Text that has one of its own has a second one. */
function meant(text: string): unknown {
  if (!text.startsWith(':')) return text
  if (text.startsWith(BYTES)) return Buffer.from(text.slice(BYTES.length), 'base64')
  // Keyv 6 alone writes these.
  if (text.startsWith(BIGINT)) return BigInt(text.slice(BIGINT.length))
  return text.slice(1)
}

const BYTES = ':base64:'
const BIGINT = ':bigint:'
