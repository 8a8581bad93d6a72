/** The same batch of hits with a thousand keys in Redis and with a million: what of a read grows with how much is cached. */
import { type RedisServer, startRedis } from '@larder/test/redis-server'
import { compare } from '../compare.ts'
import { batchesOfIds } from '../keys/batches.ts'
import { fillWithCopies } from '../keys/fill.ts'
import { type Opened, openOne } from '../opened.ts'
import type { Outcome } from '../outcome.ts'
import { larder } from '../peers/larder.ts'
import type { Peer } from '../peers/peer.ts'
import { raw } from '../peers/raw.ts'
import { type Contestant, timeRounds } from '../rounds.ts'
import { sourceOf } from '../source.ts'
import { spreadOf } from '../spread.ts'
import type { Setting } from './task.ts'

const FEW = 1_000
const MANY = 1_000_000
const BASE = 'Larder, 1 thousand keys'
const RAW_FEW = 'raw client, 1 thousand keys'
const RAW_MANY = 'raw client, 1 million keys'

/** The same under every key, and small: what is read takes as long in both. */
interface Small {
  readonly name: string
  readonly shelf: number
}

const small: Small = { name: 'one of very many', shelf: 7 }

/** On servers of its own, which end with all that is in them. */
export async function keys1m({ rounds }: Pick<Setting, 'rounds'>): Promise<Outcome> {
  const servers = await Promise.all([startRedis(), startRedis()])
  const opened: Opened<Small>[] = []
  const contestant = async (
    peer: Peer,
    name: string,
    server: RedisServer,
    database: number,
    keys: number,
  ) => {
    const one = await openFilled(peer, `${server.url}/${database}`, keys)
    opened.push(one)
    return readsOf(name, one, keys)
  }
  try {
    const [little, large] = servers
    const contestants = [
      await contestant(larder, BASE, little, 0, FEW),
      await contestant(larder, 'Larder, 1 million keys', large, 0, MANY),
      await contestant(raw, RAW_FEW, little, 1, FEW),
      await contestant(raw, RAW_MANY, large, 1, MANY),
    ]
    const times = await timeRounds(contestants, rounds)
    return outcomeOf(times)
  } finally {
    for (const one of opened) await one.close()
    for (const server of servers) await server.stop()
  }
}

async function openFilled(peer: Peer, url: string, keys: number): Promise<Opened<Small>> {
  const opened = await openOne(
    peer,
    url,
    'bench:',
    sourceOf(() => small),
  )
  await fillWithCopies(url, keys, opened.read)
  opened.source.takeLoaded()
  return opened
}

function readsOf(name: string, { readMany, source }: Opened<Small>, keys: number): Contestant {
  const batches = batchesOfIds(keys)
  return {
    name,
    async work(piece) {
      const answers = await readMany(batches[piece % batches.length] as string[])
      return () => {
        for (const answer of answers) check(answer)
        const loaded = source.takeLoaded().length
        if (loaded > 0) throw new Error(`${name}: expected hits alone, received ${loaded} loads.`)
      }
    },
  }
}

function check(answer: Small | null | undefined | Error): void {
  if (answer instanceof Error || answer?.name !== small.name || answer.shelf !== small.shelf) {
    throw new Error(`Expected ${JSON.stringify(small)}, received ${JSON.stringify(answer)}.`)
  }
}

function outcomeOf(times: ReadonlyMap<string, readonly number[]>): Outcome {
  const few = times.get(RAW_FEW) ?? []
  const own = spreadOf((times.get(RAW_MANY) ?? []).map((ms, round) => ms / (few[round] as number)))
  return compare(
    {
      task: 'keys-1m',
      title:
        'One batch of 100 hits after the other, by chance of all keys: 1 thousand or 1 million small values.',
      ratio: { of: 'time', base: BASE },
    },
    times,
    new Map([[RAW_MANY, { 'to its own at 1 thousand': own.median }]]),
  )
}
