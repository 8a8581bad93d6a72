/** The leases of a Redis store: who may fill which key is decided inside the server (`scripts.ts`). */
import type { Acquire, Acquired, Leases, Release } from '@larder/core'
import { isOne } from './execute.ts'
import type { Call, Item, Node, Nodes } from './nodes.ts'
import { Script } from './script.ts'
import { ACQUIRE, EXPIRE, FAIL, FILL, INVALIDATE, MARK, PRIME, PROMOTE, RELEASE } from './scripts.ts'

const acquire = new Script(ACQUIRE)
const fill = new Script(FILL)
const fail = new Script(FAIL)
const release = new Script(RELEASE)
const promote = new Script(PROMOTE)
// A write that is asked for after it must not be undone by it.
const invalidate = new Script(INVALIDATE, { isSentWhole: true })
const prime = new Script(PRIME, { isSentWhole: true })
// The same of a write that is asked for after these: an expiry that came late would end what is newer.
const expire = new Script(EXPIRE, { isSentWhole: true })
const mark = new Script(MARK)

/** @param channel Where news of the leases are published. */
export function redisLeases(nodes: Nodes, channel: string): Leases {
  /** Answers are aligned to the targets. `late` is given those that nobody waits for any more. */
  function run<T extends { readonly lease: string }>(
    script: Script,
    operation: string,
    targets: readonly T[],
    toItem: (target: T, node: Node) => Item,
    late?: (targets: readonly T[], answers: readonly unknown[]) => void,
  ): Promise<unknown[]> {
    if (targets.length === 0) return Promise.resolve([])
    const what = `redisStore.leases.${operation}`
    async function send(node: Node, share: readonly T[], left: number): Promise<unknown[]> {
      const items = share.map((target) => toItem(target, node))
      let sent: readonly Call[] = []
      try {
        return await node.connection.ask(
          what,
          () => {
            node.clock.refresh()
            sent = node.commands.run(script, channel, items)
            return answersTo(sent)
          },
          left,
        )
      } catch (error) {
        if (late !== undefined) settled(sent, share).then(([targets, answers]) => late(targets, answers))
        throw error
      }
    }
    return nodes.share(what, targets, ({ lease }) => lease, send, late)
  }

  async function releaseAll(releases: readonly Release[]): Promise<void> {
    await run(release, 'release', releases, ({ lease, token, reason }) => ({
      keys: [lease],
      args: [token, reason === 'unstorable' ? reason : 'released'],
    }))
  }

  /** A grant that arrives when its caller has left would bar the key until it ends. */
  function giveBack(wants: readonly Acquire[], answers: readonly unknown[]): void {
    const granted = wants.filter((_, i) => toAcquired(answers[i] as Reply).kind === 'granted')
    releaseAll(granted.map(({ lease, token }) => ({ lease, token, reason: 'cancelled' }))).catch(ignore)
  }

  return {
    async acquire(wants) {
      const toItem = ({ lease, keys, endsWithLegacy, token, seen = '', life }: Acquire) => ({
        keys: [lease, ...keys],
        args: [`${keys.length} ${endsWithLegacy ? keys.length - 1 : -1} ${life} ${seen} ${token}`],
      })
      const answers = await run(acquire, 'acquire', wants, toItem, giveBack)
      return answers.map((answer) => toAcquired(answer as Reply))
    },

    async fill(fills) {
      const answers = await run(fill, 'fill', fills, ({ lease, token, write }) => ({
        keys: [lease, write.key],
        args: [token, write.before, write.after, write.life],
      }))
      return answers.map(isOne)
    },

    async fail(failures) {
      await run(fail, 'fail', failures, ({ lease, token, cool, keep, failures: count }) => ({
        keys: [lease],
        args: [token, cool, keep, count],
      }))
    },

    release: releaseAll,

    async promote(promotions) {
      const answers = await run(promote, 'promote', promotions, ({ write, from }) => {
        const { key, before, after, life, at } = write
        const old = 'text' in from ? ['text', from.text] : ['stamp', from.stamp]
        return {
          keys: [key, from.key],
          args: [...old, before, after, at === undefined ? '' : Math.round(at), life],
        }
      })
      return answers.map(isOne)
    },

    async invalidate(targets) {
      const answers = await run(invalidate, 'invalidate', targets, ({ lease, keys, hold = 0 }) => {
        return { keys: [lease, ...keys], args: [keys.length, hold] }
      })
      return answers.map(isOne)
    },

    async expire(targets) {
      const answers = await run(expire, 'expire', targets, ({ lease, keys }) => {
        return { keys: [lease, ...keys], args: [keys.length] }
      })
      return answers.map(isOne)
    },

    // It may come late, and twice: what it kills besides is loaded once more.
    async mark(marks) {
      const targets = marks.map(({ key, ...it }) => ({ lease: key, ...it }))
      await run(mark, 'mark', targets, ({ lease, before, life }) => ({ keys: [lease], args: [before, life] }))
    },

    // Held up on its way, or sent again by ioredis, it may be done long after its caller has given it up. It is sent at
    // once, without asking for the time first, and whole: an invalidation that is asked for later has to come behind it.
    // Where it would come late, sent on by a Cluster, it is an invalidation: that may come at any time.
    async prime(primes) {
      await run(prime, 'prime', primes, ({ lease, keys, write }, { clock, connection }) => {
        const till = clock.isKnown ? Math.ceil(clock.now() + connection.timeout) : Number.MAX_SAFE_INTEGER
        const all = [lease, ...keys, write.key]
        return {
          keys: all,
          args: [keys.length, write.before, write.after, write.life, till],
          later: { script: invalidate, item: { keys: all, args: [keys.length + 1, 0] } },
        }
      })
    },
  }
}

/** With its option `stringNumbers` ioredis gives all numbers as text. */
type Count = number | string

type Reply =
  | GrantedAt
  | readonly ['found', stored: string, index: Count, foreign?: string]
  | readonly ['held', left: Count]
  | readonly ['cooling', until: string, failures: Count]
  | readonly ['granted', at: string, failures: Count, foreign?: string]

function ignore(): void {}

/** Of all items. */
async function answersTo(sent: readonly Call[]): Promise<unknown[]> {
  const [first, ...others] = await Promise.all(sent.map(({ answers }) => answers))
  return others.length === 0 ? (first as unknown[]) : [first, ...others].flat()
}

/** Those of the targets that are answered after all, and the answers. */
async function settled<T>(
  sent: readonly Call[],
  targets: readonly T[],
): Promise<[targets: T[], answers: unknown[]]> {
  const outcomes = await Promise.allSettled(sent.map(({ answers }) => answers))
  const [answered, all]: [T[], unknown[]] = [[], []]
  let from = 0
  for (const [i, { count }] of sent.entries()) {
    const outcome = outcomes[i]
    if (outcome?.status === 'fulfilled') {
      answered.push(...targets.slice(from, from + count))
      all.push(...outcome.value)
    }
    from += count
  }
  return [answered, all]
}

/** Of a lease whose load has not failed before. */
type GrantedAt = string

function toAcquired(reply: Reply): Acquired {
  if (typeof reply === 'string') return { kind: 'granted', at: Number(reply), failures: 0 }
  switch (reply[0]) {
    case 'found':
      return { kind: 'found', stored: reply[1], index: Number(reply[2]), ...foreignIn(reply) }
    case 'held':
      return { kind: 'held', left: Math.max(0, Number(reply[1])) }
    case 'cooling':
      return { kind: 'cooling', until: Number(reply[1]), failures: Number(reply[2]) }
    case 'granted':
      return { kind: 'granted', at: Number(reply[1]), failures: Number(reply[2]), ...foreignIn(reply) }
  }
}

function foreignIn([, , , foreign]: readonly unknown[]): { readonly foreign?: string } {
  return foreign === undefined ? {} : { foreign: String(foreign) }
}
