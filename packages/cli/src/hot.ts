/** `larder hot`: what the processes of a namespace have remembered as read most often. */
import { createCache, type Store } from '@larder/core'
import type { Command } from './arguments.ts'
import { kept, PATIENCE } from './connect.ts'
import { DONE, FAILED } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

export async function hot(
  { namespace, asJson }: Extract<Command, { name: 'hot' }>,
  store: Store,
  { out, complain }: Terminal,
): Promise<number> {
  const cache = createCache({ namespace, store: kept(store), storeTimeout: PATIENCE })
  const problems: string[] = []
  cache.on('store-error', ({ error }) => problems.push(error.message))
  cache.on('hot-keys-corrupt', ({ key }) => problems.push(`what lies under ${key} is not whole`))
  try {
    const keys = await cache.rememberedHotKeys()
    for (const problem of problems) complain(`larder: ${problem}`)
    if (problems.length > 0) return FAILED
    if (asJson) out(JSON.stringify(keys))
    else if (keys.length === 0) out(`No keys are remembered in the namespace ${JSON.stringify(namespace)}.`)
    else
      for (const { reads, loader, scope, id } of keys)
        out(
          [Math.round(reads), loader, scope === undefined ? '-' : JSON.stringify(scope), idText(id)].join(
            '\t',
          ),
        )
    return DONE
  } finally {
    await cache.close()
  }
}

/** IDs may be anything that can be stored. */
function idText(id: unknown): string {
  return typeof id === 'string'
    ? JSON.stringify(id)
    : typeof id === 'object'
      ? JSON.stringify(id)
      : String(id)
}
