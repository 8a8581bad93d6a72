/** A fleet on a Cluster of three nodes, for the tests of a file: for each test a source of its own, and new members. */
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals'
import type { LoadContext } from '@larder/core'
import { type LoaderSpy, loaderSpy } from '@larder/core/testing'
import { slotOf } from '@larder/redis/internal/slot'
import { Cluster } from 'ioredis'
import { type RedisCluster, startCluster } from '../../support/redis-cluster.ts'
import type { RedisServer } from '../../support/redis-server.ts'
import { type Member, type MemberOptions, makeMember, type Row, valueKey } from './fleet.ts'

export interface ClusterFleet {
  readonly cluster: RedisCluster
  readonly source: LoaderSpy<string, Row, LoadContext<undefined>>
  join(options?: MemberOptions): Member<Cluster>
  /** `count` IDs that no test had before, of rows that this node serves. The source has them, with `n: 1`. */
  newIds(node: RedisServer, count: number): Promise<string[]>
}

export function slotOfId(id: string): number {
  return slotOf(valueKey(id))
}

export function startClusterFleet(): ClusterFleet {
  let cluster: RedisCluster
  let source: LoaderSpy<string, Row, LoadContext<undefined>>
  let members: Member<Cluster>[]
  let made = 0

  beforeAll(async () => {
    cluster = await startCluster({ args: ['--cluster-require-full-coverage', 'no'] })
  }, 60_000)

  beforeEach(() => {
    source = loaderSpy<string, Row, LoadContext<undefined>>()
    members = []
  })

  afterEach(async () => {
    await Promise.all(members.map((member) => member.leave()))
  })

  afterAll(() => cluster.stop())

  return {
    get cluster() {
      return cluster
    },
    get source() {
      return source
    },
    join(options = {}) {
      const client = new Cluster([...cluster.startupNodes])
      const member = makeMember(client, source.load, options)
      members.push(member)
      return member
    },
    async newIds(node, count) {
      const ids: string[] = []
      while (ids.length < count) {
        const id = `id-${made++}`
        if ((await cluster.ownerOf(slotOfId(id))) === node) ids.push(id)
      }
      for (const id of ids) source.rows.set(id, { n: 1 })
      return ids
    },
  }
}
