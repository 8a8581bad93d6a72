/** The leases of a Redis store: who may fill which key is decided inside the server (`scripts.ts`). */
import type { Acquire, Acquired, Leases, Release } from '@larder/core'
import type { RedisClient } from './client.ts'
import type { Connection } from './connection.ts'
import { Script } from './script.ts'
import { ACQUIRE, FAIL, FILL, INVALIDATE, PRIME, PROMOTE, RELEASE } from './scripts.ts'
import type { ServerClock } from './server-clock.ts'

const acquire = new Script(ACQUIRE)
const fill = new Script(FILL)
const fail = new Script(FAIL)
const release = new Script(RELEASE)
const promote = new Script(PROMOTE)
const invalidate = new Script(INVALIDATE)
const prime = new Script(PRIME, { isSentWhole: true })

/** What a script is given for one item. */
interface Item {
  readonly keys: readonly string[]
  readonly args: readonly (string | number)[]
}

/** @param channel Where news of the leases are published. */
export function redisLeases(
  connection: Connection,
  client: RedisClient,
  channel: string,
  serverClock: ServerClock,
): Leases {
  /** One call for all items; answers are aligned to them. `late` is given those that nobody waits for any more. */
  async function run(
    script: Script,
    operation: string,
    items: readonly Item[],
    late?: (answers: unknown[]) => void,
  ): Promise<unknown[]> {
    if (items.length === 0) return []
    const keys = items.flatMap((item) => item.keys)
    const args = items.flatMap((item) => item.args)
    let sent: Promise<unknown> | undefined
    try {
      const answers = connection.ask(`redisStore.leases.${operation}`, () => {
        serverClock.refresh()
        sent = script.run(client, keys, [channel, items.length, ...args])
        return sent
      })
      return (await answers) as unknown[]
    } catch (error) {
      if (late !== undefined) sent?.then((answers) => late(answers as unknown[]), ignore)
      throw error
    }
  }

  async function releaseAll(releases: readonly Release[]): Promise<void> {
    const items = releases.map(({ lease, token, reason }) => ({
      keys: [lease],
      args: [token, reason === 'unstorable' ? reason : 'released'],
    }))
    await run(release, 'release', items)
  }

  /** A grant that arrives when its caller has left would bar the key until it ends. */
  function giveBack(wants: readonly Acquire[], answers: readonly unknown[]): void {
    const granted = wants.filter((_, i) => (answers[i] as Reply)[0] === 'granted')
    releaseAll(granted.map(({ lease, token }) => ({ lease, token, reason: 'cancelled' }))).catch(ignore)
  }

  return {
    async acquire(wants) {
      const items = wants.map(({ lease, keys, token, seen = '', life }) => ({
        keys: [lease, ...keys],
        args: [keys.length, token, seen, life],
      }))
      const answers = await run(acquire, 'acquire', items, (late) => giveBack(wants, late))
      return answers.map((answer) => toAcquired(answer as Reply))
    },

    async fill(fills) {
      const items = fills.map(({ lease, token, write: { key, before, after, life } }) => ({
        keys: [lease, key],
        args: [token, before, after, life],
      }))
      return (await run(fill, 'fill', items)).map((accepted) => accepted === 1)
    },

    async fail(failures) {
      const items = failures.map(({ lease, token, cool, keep, failures: count }) => ({
        keys: [lease],
        args: [token, cool, keep, count],
      }))
      await run(fail, 'fail', items)
    },

    release: releaseAll,

    async promote(promotions) {
      const items = promotions.map(({ write: { key, before, after, life, at = 0 }, from }) => {
        return { keys: [key, from.key], args: [from.stamp, before, after, Math.round(at), life] }
      })
      return (await run(promote, 'promote', items)).map((written) => written === 1)
    },

    async invalidate(targets) {
      await run(
        invalidate,
        'invalidate',
        targets.map(({ lease, keys, hold = 0 }) => ({ keys: [lease, ...keys], args: [keys.length, hold] })),
      )
    },

    // Held up on its way, or sent again by ioredis, it may be done long after its caller has given it up. It is sent at
    // once, without asking for the time first, and whole: an invalidation that is asked for later has to come behind it.
    async prime(primes) {
      const till = serverClock.isKnown
        ? Math.ceil(serverClock.now() + connection.timeout)
        : Number.MAX_SAFE_INTEGER
      const items = primes.map(({ lease, keys, write: { key, before, after, life } }) => {
        return { keys: [lease, ...keys, key], args: [keys.length, before, after, life, till] }
      })
      await run(prime, 'prime', items)
    },
  }
}

type Reply =
  | readonly ['found', stored: string, index: number]
  | readonly ['held', left: number]
  | readonly ['cooling', until: string, failures: number]
  | readonly ['granted', at: string, failures: number]

function ignore(): void {}

function toAcquired(reply: Reply): Acquired {
  switch (reply[0]) {
    case 'found':
      return { kind: 'found', stored: reply[1], index: reply[2] }
    case 'held':
      return { kind: 'held', left: Math.max(0, reply[1]) }
    case 'cooling':
      return { kind: 'cooling', until: Number(reply[1]), failures: reply[2] }
    case 'granted':
      return { kind: 'granted', at: Number(reply[1]), failures: reply[2] }
  }
}
