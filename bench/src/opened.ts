/** Peers as a task uses them: opened on one empty Redis, each with a source of its own that counts. */
import { Redis } from 'ioredis'
import type { OpenPeer, Peer } from './peers/peer.ts'
import type { Source } from './source.ts'

export interface Opened<V> extends OpenPeer<V> {
  readonly name: string
  readonly source: Source<V>
}

export interface AllOpened<V> {
  readonly opened: readonly Opened<V>[]
  close(): Promise<void>
}

/** All that is written lives for longer than a task takes. */
const TTL = 3_600_000

export async function openAll<V>(
  peers: readonly Peer[],
  url: string,
  makeSource: () => Source<V>,
): Promise<AllOpened<V>> {
  const redis = new Redis(url)
  await redis.flushall()
  await redis.quit()
  const opened: Opened<V>[] = []
  for (const [at, peer] of peers.entries()) opened.push(await openOne(peer, url, `bench${at}`, makeSource()))
  return {
    opened,
    async close() {
      for (const each of opened) await each.close()
    },
  }
}

export async function openOne<V>(
  peer: Peer,
  url: string,
  prefix: string,
  source: Source<V>,
): Promise<Opened<V>> {
  const { readMany, read, close } = await peer.open({ url, prefix, ttl: TTL, load: source.load })
  return { name: peer.name, source, readMany, read, close }
}

/** Reads until nothing is loaded any more: from then on all are hits. */
export async function fill<V>({ name, source, readMany }: Opened<V>, ids: readonly string[]): Promise<void> {
  for (let reads = 0; reads < MOST_READS; reads++) {
    await readMany(ids)
    if (source.takeLoaded().length === 0) return
  }
  throw new Error(`${name}: expected hits after ${MOST_READS} reads of the same ids, received loads.`)
}

const MOST_READS = 10
