/** What is sent from this process to each node of a Cluster, and in how many round trips. */
import { tracingChannel } from 'node:diagnostics_channel'
import type { RedisServer } from '../../support/redis-server.ts'

export interface Sent {
  /** The commands that were written, each as its name and what follows. */
  readonly commands: readonly (readonly string[])[]
  readonly roundTrips: number
}

/** What a client sends by itself: when it connects, and to learn which nodes there are. */
const BY_ITSELF = ['hello', 'info', 'client', 'cluster', 'readonly', 'subscribe']

interface Traced {
  readonly command: string
  readonly args: readonly string[]
  readonly serverPort?: number
}

/** Aligned to `nodes`. */
export async function sentToNodes(
  nodes: readonly RedisServer[],
  run: () => Promise<unknown>,
): Promise<readonly Sent[]> {
  const sent = nodes.map(() => ({ commands: [] as string[][], roundTrips: 0, isAnswered: true }))
  const at = (event: unknown) => {
    const { command, serverPort } = event as Traced
    return BY_ITSELF.includes(command) ? undefined : sent[nodes.findIndex(({ port }) => port === serverPort)]
  }
  const tracer = {
    start(event: unknown) {
      const node = at(event)
      if (node === undefined) return
      const { command, args } = event as Traced
      node.commands.push([command, ...args])
      // Written before an answer to one that was written earlier: on the same way.
      if (node.isAnswered) node.roundTrips++
      node.isAnswered = false
    },
    asyncEnd(event: unknown) {
      const node = at(event)
      if (node !== undefined) node.isAnswered = true
    },
  }
  const channel = tracingChannel('ioredis:command')
  channel.start.subscribe(tracer.start)
  channel.asyncEnd.subscribe(tracer.asyncEnd)
  try {
    await run()
  } finally {
    channel.start.unsubscribe(tracer.start)
    channel.asyncEnd.unsubscribe(tracer.asyncEnd)
  }
  return sent.map(({ commands, roundTrips }) => ({ commands, roundTrips }))
}
