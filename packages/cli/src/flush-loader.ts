/** `larder flush-loader`: invalidates all that the store holds of a loader, as `loader.clear` does: fences hold. */
import { createCache, loaderPrefix, type Store } from '@larder/core'
import type { Command } from './arguments.ts'
import { kept, PATIENCE } from './connect.ts'
import { DONE, REFUSED } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

type Options = Extract<Command, { name: 'flush-loader' }>

export async function flushLoader(options: Options, store: Store, terminal: Terminal): Promise<number> {
  const { namespace, loader, asJson } = options
  const { ids, versions } = await find(options, store)
  const what = `loader ${JSON.stringify(loader)} of ${JSON.stringify(namespace)}`
  if (ids > 0 && !(await isAgreed(options, `Flush ${count(ids)} of the ${what}?`, terminal))) {
    terminal.complain(
      `larder: nothing was done: ${count(ids)} of the ${what} would be flushed. Agree with --yes.`,
    )
    return REFUSED
  }
  for (const version of centresOf(versions)) await clear(options, store, version)
  terminal.out(asJson ? JSON.stringify({ flushed: ids }) : `Flushed ${count(ids)} of the ${what}.`)
  return DONE
}

/** How many IDs there is something of, and which versions. */
async function find({ namespace, loader }: Options, store: Store) {
  const ids = new Set<string>()
  const versions = new Set<number>()
  for await (const key of store.scan?.(loaderPrefix(namespace, loader)) ?? []) {
    const end = key.lastIndexOf('}:')
    ids.add(key.slice(0, end))
    const [, version] = /^v(\d+)$/.exec(key.slice(end + 2)) ?? []
    // Where there is but a lease, it is taken with the first version.
    versions.add(version === undefined ? 1 : Number(version))
  }
  return { ids: ids.size, versions: [...versions].sort((a, b) => a - b) }
}

async function isAgreed({ isAgreed }: Options, question: string, { ask }: Terminal): Promise<boolean> {
  if (isAgreed || ask === undefined) return isAgreed
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `)).trim())
}

/** An invalidation obeys a version and its neighbours: so few of them cover all. */
function centresOf(versions: readonly number[]): number[] {
  const centres: number[] = []
  for (const version of versions) if (version > (centres.at(-1) ?? -1) + 1) centres.push(version + 1)
  return centres
}

async function clear({ namespace, loader }: Options, store: Store, version: number): Promise<void> {
  const cache = createCache({ namespace, store: kept(store), storeTimeout: PATIENCE })
  try {
    const scoped = cache.loader<string, unknown, unknown, unknown>(loader, async () => [], {
      version,
      scope: (it) => it,
    })
    await scoped.clear()
  } finally {
    await cache.close()
  }
}

function count(ids: number): string {
  return ids === 1 ? '1 ID' : `${ids} IDs`
}
