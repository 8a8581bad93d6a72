/** A Lua script, called by its digest, and loaded again where the server has lost it. */
import { createHash } from 'node:crypto'
import type { RedisClient } from './client.ts'

export class Script {
  readonly #source: string
  readonly #digest: string
  readonly #isSentWhole: boolean

  /**
   * @param isSentWhole With its source, each time: then it never comes behind what was sent after it, whatever scripts the
   *   server has lost.
   */
  constructor(source: string, { isSentWhole = false } = {}) {
    this.#source = source
    this.#isSentWhole = isSentWhole
    this.#digest = createHash('sha1').update(source).digest('hex')
  }

  async run(
    client: RedisClient,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    if (this.#isSentWhole) return this.#runWhole(client, keys, args)
    try {
      return await client.evalsha(this.#digest, keys.length, ...keys, ...args)
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error
      // It has not run, so it may be sent again; and with it its source.
      return this.#runWhole(client, keys, args)
    }
  }

  #runWhole(
    client: RedisClient,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    return client.eval(this.#source, keys.length, ...keys, ...args)
  }
}
