/** What goes between a cache and Redis while it does something. */
import { openCommands } from './commands.ts'
import { openSlowProxy, type Passed } from './slow-proxy.ts'

export interface Traffic {
  /** For the cache to connect to. */
  readonly url: string
  during<T>(work: () => Promise<T>): Promise<During<T>>
  close(): Promise<void>
}

export interface During<T> extends Passed {
  /** Commands sent. */
  readonly commands: number
  /** Commands that Redis ran: those, and what scripts ran. */
  readonly run: number
  readonly value: T
}

export async function openTraffic(redisUrl: string): Promise<Traffic> {
  const proxy = await openSlowProxy(redisUrl)
  const commands = await openCommands(redisUrl, proxy.owns)
  return {
    url: proxy.url,
    async during(work) {
      await commands.taken()
      proxy.taken()
      const value = await work()
      const { sent, run } = await commands.taken()
      return { ...proxy.taken(), commands: sent, run, value }
    },
    async close() {
      await commands.close()
      await proxy.close()
    },
  }
}
