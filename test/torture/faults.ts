/** What is done to the fleet and to its Redis. Each fault tells which rows it concerns: none, if it did not come about. */
import { setTimeout } from 'node:timers/promises'
import type { Dice } from '../support/dice.ts'
import type { FaultKind } from './fault-kinds.ts'
import type { Member } from './fleet.ts'
import type { Placement } from './placement.ts'
import type { RedisNode } from './redis-node.ts'
import { IDS, LEASE_LIFE, NAMESPACE, STORE_TIMEOUT } from './settings.ts'

/** What they are done to. */
export interface Victims {
  readonly members: readonly Member[]
  /** Of a Cluster; or the one server. */
  readonly nodes: readonly RedisNode[]
  /** Only on a Cluster. */
  readonly placement: Placement | undefined
  readonly dice: Dice
}

type DoFault = (victims: Victims) => Promise<readonly string[]>

/** How long a fill is waited for, to lose its reply, ms. */
const NEXT_FILL = 1_000

export const FAULTS: Readonly<Record<FaultKind, DoFault>> = {
  /** Beyond its lease; one that is loading, if there is any. */
  async stop({ members, dice }) {
    const running = members.filter((member) => !member.isStopped)
    const loading = running.filter((member) => member.loading > 0)
    if (running.length === 0) return []
    const member = dice.pick(loading.length > 0 ? loading : running)
    member.stop()
    await setTimeout(LEASE_LIFE + dice.between(50, 400))
    member.go()
    return IDS
  },

  /** All connections for commands, or all that listen to what is published. */
  kill: toOneNode(async ({ admin }, { dice }) => {
    const killed = await admin.call('CLIENT', 'KILL', 'TYPE', dice.pick(['normal', 'pubsub']))
    return Number(killed) > 0
  }),

  pause: toOneNode(async ({ admin }, { dice }) => {
    const ms = Math.round(dice.between(50, 2 * STORE_TIMEOUT))
    await admin.call('CLIENT', 'PAUSE', ms, dice.pick(['WRITE', 'ALL']))
    await setTimeout(ms)
    return true
  }),

  /** On one node, or on all. */
  async flush({ nodes, dice }) {
    const flushed = dice.chance(0.5) ? nodes : [dice.pick(nodes)]
    await Promise.all(flushed.map(({ admin }) => admin.script('FLUSH')))
    return IDS
  },

  /** Leases and cool-downs are lost, as when Redis evicts them. */
  async evict({ nodes }) {
    const evicted = await Promise.all(nodes.map(evictLeases))
    return evicted.some((count) => count > 0) ? IDS : []
  },

  /** It comes back empty. */
  restart: toOneNode(async (node, { dice, placement }) => {
    await node.server.kill()
    await setTimeout(dice.between(0, STORE_TIMEOUT))
    await node.server.restart()
    if (placement !== undefined) await untilServing(node)
    return true
  }),

  /** A fill is delivered, and its reply is lost: at once, or when nobody waits for it any more. */
  'lose-reply': toOneNode(({ proxy }, { dice }) =>
    proxy.loseReply(dice.pick([0, STORE_TIMEOUT + 50]), AbortSignal.timeout(NEXT_FILL)),
  ),

  /** For longer than anybody waits, and not so long that the others take it for dead. */
  freeze: toOneNode(async ({ server }, { dice }) => {
    server.freeze()
    await setTimeout(dice.between(1.5, 3) * STORE_TIMEOUT)
    server.thaw()
    return true
  }),

  /** Slots move to other nodes. */
  async migrate({ placement, dice }) {
    return placement === undefined ? [] : placement.moveSome(dice)
  },
}

/** Done to one of the nodes, it concerns the rows that this one serves; slots may move meanwhile. */
function toOneNode(act: (node: RedisNode, victims: Victims) => Promise<boolean>): DoFault {
  return async (victims) => {
    const { nodes, placement, dice } = victims
    const node = dice.pick(nodes)
    const rows = () => placement?.rowsOf(node) ?? IDS
    const before = rows()
    return (await act(node, victims)) ? [...new Set([...before, ...rows()])] : []
  }
}

/** One by one: those of a Cluster's node lie in many slots. What the node does not serve now is left there. */
async function evictLeases({ admin }: RedisNode): Promise<number> {
  const leases = await admin.keys(`${NAMESPACE}:*:lease`)
  const evicted = await Promise.all(leases.map((lease) => admin.unlink(lease).catch(() => 0)))
  return evicted.reduce((sum, count) => sum + count, 0)
}

/** A node of a Cluster that has come back refuses everything until it has heard from the others for a while. */
async function untilServing({ admin }: RedisNode): Promise<void> {
  while (!String(await admin.cluster('INFO')).includes('cluster_state:ok')) await setTimeout(10)
}
