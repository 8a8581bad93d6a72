/** A fleet on Redis with a Sentinel: for each test new servers, a source of its own, and members that leave at its end. */
import { afterEach, beforeEach } from '@jest/globals'
import type { LoadContext } from '@larder/core'
import { type LoaderSpy, loaderSpy } from '@larder/core/testing'
import { Redis } from 'ioredis'
import { type RedisSentinel, startSentinel } from '../../support/redis-sentinel.ts'
import { until } from '../../support/until.ts'
import { type Member, type MemberOptions, makeMember, type Row, valueKey } from './fleet.ts'

export interface SentinelFleet {
  readonly redis: RedisSentinel
  /** For looking at the replica, as such and as the new master. */
  readonly onReplica: Redis
  readonly source: LoaderSpy<string, Row, LoadContext<undefined>>
  join(options?: MemberOptions): Member
  /** To the master that there is at first. */
  tellMaster(command: string, ...args: readonly (string | number)[]): Promise<void>
  /** What the replica holds for an ID, as such and as the new master: the entry's body. */
  stored(id: string): Promise<string | undefined>
  /** Resolves when these members, or all of them, send to the new master; and those who listen, hear it. */
  followed(...some: readonly Member[]): Promise<void>
}

export function startSentinelFleet(): SentinelFleet {
  let redis: RedisSentinel
  let onReplica: Redis
  let source: LoaderSpy<string, Row, LoadContext<undefined>>
  let members: Member[]

  beforeEach(async () => {
    members = []
    source = loaderSpy<string, Row, LoadContext<undefined>>([['a', { n: 1 }]])
    redis = await startSentinel()
    onReplica = new Redis(redis.replica.options)
  })

  afterEach(async () => {
    await Promise.all(members.map((member) => member.leave()))
    onReplica.disconnect()
    await redis.stop()
  })

  return {
    get redis() {
      return redis
    },
    get onReplica() {
      return onReplica
    },
    get source() {
      return source
    },
    join(options = {}) {
      const client = new Redis({ ...redis.options, ...options.client })
      const member = makeMember(client, source.load, options)
      members.push(member)
      return member
    },
    async tellMaster(command, ...args) {
      const onMaster = new Redis(redis.master.options)
      await onMaster.call(command, ...args)
      onMaster.disconnect()
    },
    async stored(id) {
      return /\{.*$/.exec((await onReplica.get(valueKey(id))) ?? '')?.[0]
    },
    async followed(...some) {
      const followers = some.length > 0 ? some : members
      for (const { client } of followers) await until(() => sendsTo(client, redis.replica.port))
      // Who has never fetched does not listen.
      const hasFetched = ({ store, events }: (typeof followers)[number]) =>
        store.calls('acquire').length + events('load').length > 0
      const listening = followers.filter(hasFetched).length
      await until(async () => (await onReplica.pubsub('NUMSUB', 'larder:'))[1] === listening)
    },
  }
}

/** Nothing is queued for a later connection: that would be another one. */
async function sendsTo(client: Redis, port: number): Promise<boolean> {
  if (client.status !== 'ready') return false
  const [, answer] = (await client.config('GET', 'port')) as string[]
  return answer === `${port}`
}
