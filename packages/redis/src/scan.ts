/** All keys that begin with a prefix. */
import type { Nodes } from './nodes.ts'

/** How many keys Redis looks at for one command: much fewer and it takes ages, much more and others wait. */
const KEYS_PER_COMMAND = 1_000

/**
 * Node after node, one command after the other, each with its own deadline. A key may be named twice; and one that is
 * moved meanwhile, to a node that has been gone through, not at all.
 */
export async function* scanKeys(
  nodes: Nodes,
  keyPrefix: string,
  prefix: string,
): AsyncGenerator<string, void> {
  // ioredis puts its `keyPrefix` before the keys of every command, but not before a pattern.
  const pattern = `${escapeGlob(keyPrefix + prefix)}*`
  for (const { connection, commands } of await nodes.all('redisStore.scan')) {
    let cursor = '0'
    do {
      const [next, keys] = await connection.ask('redisStore.scan', () =>
        commands.scan(cursor, pattern, KEYS_PER_COMMAND),
      )
      for (const key of keys) yield key.slice(keyPrefix.length)
      cursor = next
    } while (cursor !== '0')
  }
}

function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&')
}
