/**
 * What a Cluster's node turns away with `ASK`, ioredis sends to another one behind an `ASKING`, whose promise it leaves to
 * nobody. Where the connection goes before the answer, that is an unhandled rejection, and by Node's default the end of the
 * process (law 11). The command behind it tells of the same failure.
 */
import type { RedisClient, RedisCluster } from './client.ts'

/** Clients that see to it already. They go on doing so: what was sent may be unanswered when a store is closed. */
const handled = new WeakSet<RedisClient>()

/** Has every node's client handle the rejection, also those to come. Returns what ends that. */
export function handleAsking(cluster: RedisCluster): () => void {
  for (const client of cluster.nodes('all')) handle(client)
  cluster.on('+node', handle)
  return () => void cluster.off('+node', handle)
}

function handle(client: RedisClient): void {
  if (handled.has(client)) return
  handled.add(client)
  const asking = client.asking.bind(client)
  client.asking = () => {
    const answered = asking()
    answered.catch(() => {})
    return answered
  }
}
