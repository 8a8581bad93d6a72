import { systemClock } from '@larder/core'
import { sampleEntry } from '@larder/core/testing'
import type { RedisCluster } from '@larder/test/redis-cluster'
import type { RedisServer } from '@larder/test/redis-server'
import { slotOf } from '../../src/slot.ts'

/** The keys of one entity, as the engine names them: all in one slot. */
export interface Entity {
  readonly slot: number
  readonly value: string
  readonly lease: string
}

export const newToken = systemClock.token

let made = 0

export function entity(): Entity {
  made++
  return { slot: slotOf(`${made}`), value: `{${made}}:v1`, lease: `{${made}}:lease` }
}

/** `count` new entities that this node serves. */
export async function entitiesOf(cluster: RedisCluster, node: RedisServer, count: number): Promise<Entity[]> {
  const found: Entity[] = []
  while (found.length < count) {
    const next = entity()
    if ((await cluster.ownerOf(next.slot)) === node) found.push(next)
  }
  return found
}

export async function entityOf(cluster: RedisCluster, node: RedisServer): Promise<Entity> {
  const [found] = await entitiesOf(cluster, node, 1)
  return found as Entity
}

export const wantOf = ({ lease, value }: Entity, token: string) => {
  return { lease, keys: [value], token, seen: undefined, life: 60_000 }
}

export const targetOf = ({ lease, value }: Entity) => ({ lease, keys: [value] })

export const writeOf = ({ value }: Entity, token: string) => sampleEntry(value, token)
