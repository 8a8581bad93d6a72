import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { runRedis } from './redis-process.ts'

/** One Sentinel, which decides alone. */
export interface SentinelProcess {
  readonly port: number
  /** Stops it in its tracks: connections stay open, and nothing answers until `thaw`. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

const attempts = 5

/** Watches the master at `master`, as `name`. It does nothing by itself: a test says when there is a failover. */
export async function runSentinel(
  name: string,
  master: { readonly host: string; readonly port: number },
): Promise<SentinelProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'larder-sentinel-'))
  const removeDirectory = () => rm(directory, { recursive: true, force: true })
  const run = async (port: number) => {
    const settings = [
      `bind ${master.host}`,
      `port ${port}`,
      `sentinel monitor ${name} ${master.host} ${master.port} 1`,
      `sentinel down-after-milliseconds ${name} 600000`,
      `sentinel failover-timeout ${name} 5000`,
    ]
    await writeFile(join(directory, 'sentinel.conf'), settings.join('\n'))
    return runRedis(directory, ['sentinel.conf', '--sentinel'])
  }

  for (let attempt = 1; ; attempt++) {
    const port = await freePort(master.host)
    try {
      const sentinel = await run(port)
      return {
        port,
        freeze: () => sentinel.signal('SIGSTOP'),
        thaw: () => sentinel.signal('SIGCONT'),
        async stop() {
          await sentinel.kill()
          await removeDirectory()
        },
      }
    } catch (error) {
      if (attempt === attempts) {
        await removeDirectory()
        throw error
      }
    }
  }
}
