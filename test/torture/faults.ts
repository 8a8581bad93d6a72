/** What is done to the fleet and to its Redis. Each fault tells whether it came about. */
import { setTimeout } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { RedisServer } from '../support/redis-server.ts'
import type { Dice } from './dice.ts'
import type { Member } from './fleet.ts'
import type { FaultKind } from './history.ts'
import type { RedisProxy } from './proxy.ts'
import { LEASE_LIFE, NAMESPACE, STORE_TIMEOUT } from './settings.ts'

/** What they are done to. */
export interface Victims {
  readonly members: readonly Member[]
  readonly server: RedisServer
  /** For commands that are part of a fault. */
  readonly admin: Redis
  readonly proxy: RedisProxy
  readonly dice: Dice
}

/** How long a fill is waited for, to lose its reply, ms. */
const NEXT_FILL = 1_000

export const FAULTS: Readonly<Record<FaultKind, (victims: Victims) => Promise<boolean>>> = {
  /** Beyond its lease; one that is loading, if there is any. */
  async stop({ members, dice }) {
    const running = members.filter((member) => !member.isStopped)
    const loading = running.filter((member) => member.loading > 0)
    if (running.length === 0) return false
    const member = dice.pick(loading.length > 0 ? loading : running)
    member.stop()
    await setTimeout(LEASE_LIFE + dice.between(50, 400))
    member.go()
    return true
  },

  /** All connections for commands, or all that listen to what is published. */
  async kill({ admin, dice }) {
    const killed = await admin.call('CLIENT', 'KILL', 'TYPE', dice.pick(['normal', 'pubsub']))
    return Number(killed) > 0
  },

  async pause({ admin, dice }) {
    const ms = Math.round(dice.between(50, 2 * STORE_TIMEOUT))
    await admin.call('CLIENT', 'PAUSE', ms, dice.pick(['WRITE', 'ALL']))
    await setTimeout(ms)
    return true
  },

  async flush({ admin }) {
    await admin.script('FLUSH')
    return true
  },

  /** Leases and cool-downs are lost, as when Redis evicts them. */
  async evict({ admin }) {
    const leases = await admin.keys(`${NAMESPACE}:*:lease`)
    return leases.length > 0 && (await admin.unlink(leases)) > 0
  },

  /** It comes back empty. */
  async restart({ server, dice }) {
    await server.kill()
    await setTimeout(dice.between(0, STORE_TIMEOUT))
    await server.restart()
    return true
  },

  /** A fill is delivered, and its reply is lost: at once, or when nobody waits for it any more. */
  'lose-reply': ({ proxy, dice }) =>
    proxy.loseReply(dice.pick([0, STORE_TIMEOUT + 50]), AbortSignal.timeout(NEXT_FILL)),
}
