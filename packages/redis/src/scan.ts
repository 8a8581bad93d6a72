/** All keys that begin with a prefix. */
import type { RedisClient } from './client.ts'
import type { Connection } from './connection.ts'

/** How many keys Redis looks at for one command: much fewer and it takes ages, much more and others wait. */
const KEYS_PER_COMMAND = 1_000

/** One command after the other, each with its own deadline. Redis may name a key twice. */
export async function* scanKeys(
  connection: Connection,
  client: RedisClient,
  prefix: string,
): AsyncGenerator<string, void> {
  // ioredis puts its `keyPrefix` before the keys of every command, but not before a pattern.
  const keyPrefix = client.options.keyPrefix ?? ''
  const pattern = `${escapeGlob(keyPrefix + prefix)}*`
  let cursor = '0'
  do {
    const [next, keys] = await connection.ask('redisStore.scan', () =>
      client.scan(cursor, 'MATCH', pattern, 'COUNT', KEYS_PER_COMMAND),
    )
    for (const key of keys) yield key.slice(keyPrefix.length)
    cursor = next
  } while (cursor !== '0')
}

function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&')
}
