/** Servers of the catalogue, each in a process of its own. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { FromServer, Way } from './ways.ts'

export interface CatalogueServer {
  readonly name: string
  readonly url: string
  /** How many SQL statements it has made since it started. */
  statements(): Promise<number>
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('./server.ts', import.meta.url))

/** Resolves when it serves. @throws where it ends before. */
export async function startServer(way: Way): Promise<CatalogueServer> {
  const child = fork(program, [JSON.stringify(way)])
  const url = await next(child, 'url')
  return {
    name: way.name,
    url,
    async statements() {
      const answer = next(child, 'statements')
      child.send('statements')
      return answer
    },
    async stop() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

/** What the process says next. */
async function next<What extends string>(
  child: ChildProcess,
  what: What,
): Promise<Extract<FromServer, Record<What, unknown>>[What]> {
  const ended = new AbortController()
  const gone = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`A server of the catalogue ended with exit code ${code}: expected its ${what}.`)
  })
  const said = once(child, 'message', { signal: ended.signal })
  try {
    const [message] = await Promise.race([said, gone])
    return message[what]
  } finally {
    ended.abort()
    for (const waiting of [gone, said]) waiting.catch(() => {})
  }
}
