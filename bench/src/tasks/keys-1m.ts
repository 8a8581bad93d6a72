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
import type { Setting } from './task.ts'

const FEW = 1_000
const MANY = 1_000_000
const BATCH = 100
const BASE = 'Larder, 1 thousand keys'

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
  const fill = async (peer: Peer, server: RedisServer, database: number, keys: number) => {
    const one = await openFilled(peer, `${server.url}/${database}`, keys)
    opened.push(one)
    return one
  }
  try {
    const [little, large] = servers
    const fewOfLarder = await fill(larder, little, 0, FEW)
    const manyOfLarder = await fill(larder, large, 0, MANY)
    const fewRaw = await fill(raw, little, 1, FEW)
    const manyRaw = await fill(raw, large, 1, MANY)
    const same = [Array.from({ length: BATCH }, (_, n) => String(n))]
    const any = batchesOfIds(MANY)
    const times = await timeRounds(
      [
        readsOf(BASE, fewOfLarder, same),
        readsOf('Larder, 1 million keys', manyOfLarder, same),
        readsOf('Larder, 1 million keys, any of them', manyOfLarder, any),
        readsOf('raw client, 1 thousand keys', fewRaw, same),
        readsOf('raw client, 1 million keys', manyRaw, same),
        readsOf('raw client, 1 million keys, any of them', manyRaw, any),
      ],
      rounds,
    )
    return compare({ task: 'keys-1m', title: TITLE, ratio: { of: 'time', base: BASE } }, times)
  } finally {
    for (const one of opened) await one.close()
    for (const server of servers) await server.stop()
  }
}

const TITLE =
  'One batch of 100 hits after the other, with 1 thousand or 1 million small values in Redis: the same 100 keys, or any of them.'

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

function readsOf(
  name: string,
  { readMany, source }: Opened<Small>,
  batches: readonly (readonly string[])[],
): Contestant {
  return {
    name,
    async work(piece) {
      const answers = await readMany(batches[piece % batches.length] as readonly string[])
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
