/** `larder peek`: what lies under an ID. */
import { inspect, isDeepStrictEqual } from 'node:util'
import { createCache, type Loader, type LoaderPolicy, type Peeked, type Store } from '@larder/core'
import type { Command } from './arguments.ts'
import { kept, PATIENCE } from './connect.ts'
import { DONE, NOTHING } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

type Options = Extract<Command, { name: 'peek' }>

/** Without `--version`: the newest from this one down. */
const NEWEST = 64

/** Entries of loaders with `tags` are no older. */
const WEEK = 7 * 24 * 60 * 60 * 1_000

export async function peek(options: Options, store: Store, { out }: Terminal): Promise<number> {
  const found = await peekAt(options, store, {})
  // What `invalidateAll` of a loader with tags has killed only such a loader knows.
  const peeked = (found.age ?? WEEK) < WEEK ? await peekAt(options, store, { tags: () => [] }) : found
  out(options.asJson ? JSON.stringify({ ...peeked, ...valueIn(peeked, jsonOf) }) : tableOf(peeked))
  return ['fresh', 'stale', 'missing'].includes(peeked.state) ? DONE : NOTHING
}

type Shown = Omit<Peeked<unknown>, 'near'>
type Tagging = Pick<LoaderPolicy<string, unknown>, 'tags'>

/** What is near is near in another process. */
async function peekAt(options: Options, store: Store, tagging: Tagging): Promise<Shown> {
  const cache = createCache({ namespace: options.namespace, store: kept(store), storeTimeout: PATIENCE })
  try {
    const { near: _, ...peeked } = await loaderOf(cache, options, tagging).peek(options.id, {
      value: options.withValue,
    })
    return peeked
  } finally {
    await cache.close()
  }
}

/** No loader is loaded from here. */
function loaderOf(
  cache: ReturnType<typeof createCache>,
  options: Options,
  tagging: Tagging,
): Loader<string, unknown> {
  const { loader, scope, version = NEWEST } = options
  const load = async () => []
  const older = options.version === undefined ? version - 1 : 0
  const upgrade = Object.fromEntries(Array.from({ length: older }, (_, i) => [i + 1, (old: unknown) => old]))
  const policy = { version, upgrade, ...tagging }
  if (scope === undefined) return cache.loader<string, unknown>(loader, load, policy)
  return cache
    .loader<string, unknown, unknown, unknown>(loader, load, { ...policy, scope: (it) => it })
    .for(scope)
}

function tableOf(peeked: Shown): string {
  const { state, key, version, stamp, bytes } = peeked
  const rows = Object.entries({
    state,
    key,
    version,
    stamp,
    bytes,
    age: seconds(peeked.age),
    'fresh for': seconds(peeked.freshFor),
    'servable for': seconds(peeked.servableFor),
    tags: peeked.tags?.map((tag) => JSON.stringify(tag)).join(', '),
    ...valueIn(peeked, (value) => inspect(value, { depth: null })),
  })
  return rows.flatMap(([name, value]) => (value === undefined ? [] : `${name.padEnd(14)}${value}`)).join('\n')
}

function valueIn(peeked: Shown, show: (value: unknown) => unknown): { readonly value?: unknown } {
  return 'value' in peeked ? { value: show(peeked.value) } : {}
}

function seconds(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : `${(ms / 1_000).toFixed(1)} s`
}

/** What JSON cannot say is text. */
function jsonOf(value: unknown): unknown {
  try {
    if (isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value)) return value
  } catch {
    // A BigInt, a cycle.
  }
  return inspect(value, { depth: null })
}
