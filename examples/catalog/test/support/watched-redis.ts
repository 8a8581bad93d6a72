import { createHash } from 'node:crypto'
import * as scripts from '@larder/redis/internal/scripts'
import type { RedisServer } from '@larder/test/redis-server'
import { until } from '@larder/test/until'
import { Redis } from 'ioredis'
import { Tally } from './tally.ts'

const OPERATIONS: Readonly<Record<string, string>> = {
  'acquire leases': scripts.ACQUIRE,
  fill: scripts.FILL,
  'record failures': scripts.FAIL,
  'release leases': scripts.RELEASE,
  promote: scripts.PROMOTE,
  invalidate: scripts.INVALIDATE,
  prime: scripts.PRIME,
}
/** Sent with their source each time; the others by their digest, and again with their source where the server lacks them. */
const SENT_WHOLE = ['invalidate', 'prime']

export interface WatchedRedis {
  /** The test's own client, which is not counted. */
  readonly client: Redis
  /** Commands that others have sent, with the labels of `larder_store_duration`. */
  readonly commands: Tally
  /** Entries that were stored, and their bytes, with those of `larder_entry_size`. */
  readonly entries: Tally
  readonly bytes: Tally
  /** Resolves when all that the server has done so far is counted. */
  counted(): Promise<void>
  close(): void
}

/** Counts what a Redis is asked, as the server sees it: by MONITOR. */
export async function watchRedis(redis: RedisServer): Promise<WatchedRedis> {
  const client = new Redis(redis.url)
  await client.ping()
  const own = client.stream as unknown as { localAddress: string; localPort: number }
  const monitor = await client.monitor()
  const [commands, entries, bytes] = [new Tally(), new Tally(), new Tally()]
  let seen = ''

  monitor.on('monitor', (_time: string, args: readonly string[], source: string) => {
    const [name = '', first = '', second = ''] = args.map(unescaped)
    if (source === `${own.localAddress}:${own.localPort}`) seen = first
    else if (source === 'lua') countEntry(name, first, second)
    else {
      const operation = operationOf(name, first)
      if (operation !== undefined) commands.add({ larder_store_operation: operation })
    }
  })

  function countEntry(command: string, key: string, text: string): void {
    const loader = /^catalog:\{([^/]+)\/.*\}:v\d+$/.exec(key)?.[1]
    if (command.toLowerCase() !== 'set' || loader === undefined) return
    const of = { larder_loader: loader, larder_store_operation: 'fill' }
    entries.add(of)
    bytes.add(of, Buffer.byteLength(text))
  }

  let markers = 0
  return {
    client,
    commands,
    entries,
    bytes,
    async counted() {
      const marker = `marker ${++markers}`
      await client.echo(marker)
      await until(() => seen === marker, 'MONITOR to have told all')
    },
    close() {
      monitor.disconnect()
      client.disconnect()
    },
  }
}

function operationOf(command: string, script: string): string | undefined {
  const name = command.toLowerCase()
  if (name === 'mget') return 'read'
  return Object.entries(OPERATIONS).find(([operation, source]) =>
    SENT_WHOLE.includes(operation)
      ? name === 'eval' && script === source
      : name === 'evalsha' && script === createHash('sha1').update(source).digest('hex'),
  )?.[0]
}

/** MONITOR writes each command in a line. */
function unescaped(text: string): string {
  const bytes = text.replace(/\\(x[0-9a-f]{2}|.)/g, (_, code: string) => {
    if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return { n: '\n', r: '\r', t: '\t' }[code] ?? code
  })
  return Buffer.from(bytes, 'latin1').toString()
}
