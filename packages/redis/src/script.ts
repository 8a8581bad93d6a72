/** A Lua script, called by its digest, and loaded again where the server has lost it. */
import { createHash } from 'node:crypto'
import type { RedisClient } from './client.ts'

type Args = readonly (string | number)[]

export class Script {
  readonly source: string
  readonly digest: string
  /** It must not come behind what was sent after it, whatever scripts the server has lost: its source goes with it. */
  readonly isSentWhole: boolean

  constructor(source: string, { isSentWhole = false } = {}) {
    this.source = source
    this.isSentWhole = isSentWhole
    this.digest = createHash('sha1').update(source).digest('hex')
  }

  async run(client: RedisClient, keys: readonly string[], args: Args): Promise<unknown> {
    if (this.isSentWhole) return this.#runWhole(client, keys, args)
    try {
      return await client.evalsha(this.digest, keys.length, ...keys, ...args)
    } catch (error) {
      if (!isScriptLost(error)) throw error
      // It has not run, so it may be sent again; and with it its source.
      return this.#runWhole(client, keys, args)
    }
  }

  #runWhole(client: RedisClient, keys: readonly string[], args: Args): Promise<unknown> {
    return client.eval(this.source, keys.length, ...keys, ...args)
  }
}

export function isScriptLost(error: unknown): boolean {
  return (error as Error | null)?.message.startsWith('NOSCRIPT') === true
}
