/** Moves slots of a Cluster from node to node by hand, step by step, as `redis-cli --cluster reshard` does. */
import { Redis } from 'ioredis'
import type { RedisServer } from './redis-server.ts'

export interface SlotMigration {
  /** From now on keys that the source has not are asked for at the target. */
  begin(): Promise<void>
  /** Moves these keys, or as many as `count` says of those that are left. Resolves with how many are left. */
  moveKeys(which: readonly string[] | { readonly count: number }): Promise<number>
  /** The target serves the slot, and all nodes know it. Clients do not, unless they ask. */
  finish(): Promise<void>
}

/** @param nodes All nodes of the Cluster. */
export function slotMigration(
  nodes: readonly RedisServer[],
  slot: number,
  source: RedisServer,
  target: RedisServer,
): SlotMigration {
  const idOf = (node: RedisServer) => ask(node, async (client) => String(await client.cluster('MYID')))

  return {
    async begin() {
      const [from, to] = await Promise.all([idOf(source), idOf(target)])
      await ask(target, (client) => client.cluster('SETSLOT', slot, 'IMPORTING', from))
      await ask(source, (client) => client.cluster('SETSLOT', slot, 'MIGRATING', to))
    },
    moveKeys(which) {
      const { host, port } = target.options
      return ask(source, async (client) => {
        const keys =
          'count' in which ? await client.cluster('GETKEYSINSLOT', slot, which.count) : (which as string[])
        if (keys.length > 0) await client.migrate(host, port, '', 0, 5_000, 'KEYS', ...(keys as string[]))
        return client.cluster('COUNTKEYSINSLOT', slot)
      })
    },
    async finish() {
      const to = await idOf(target)
      const others = nodes.filter((node) => node !== target && node !== source)
      // The target first: a slot whose source has given it up already would be nobody's.
      for (const node of [target, source, ...others]) {
        await ask(node, (client) => client.cluster('SETSLOT', slot, 'NODE', to))
      }
    },
  }
}

/** Gives all slots of a node to another one, which takes what keys there are for lost. */
export async function giveAwaySlots(
  nodes: readonly RedisServer[],
  from: RedisServer,
  to: RedisServer,
): Promise<void> {
  const [id, ranges] = await ask(to, async (client) =>
    Promise.all([client.cluster('MYID'), client.cluster('SLOTS')]),
  )
  const given = ranges.filter(([, , node]) => node?.[1] === from.port)
  // A slot that still has keys is not given away.
  await ask(from, (client) => client.flushall())
  for (const node of [to, ...nodes.filter((other) => other !== to)]) {
    await ask(node, async (client) => {
      const pipeline = client.pipeline()
      for (const [first, last] of given) {
        for (let slot = first; slot <= last; slot++) pipeline.cluster('SETSLOT', slot, 'NODE', String(id))
      }
      await pipeline.exec()
      // Its word is the last: what the other one has said of the slots before may still be on its way.
      if (node === to) await client.cluster('BUMPEPOCH')
    })
  }
}

async function ask<T>({ options }: RedisServer, question: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(options)
  try {
    return await question(client)
  } finally {
    client.disconnect()
  }
}
