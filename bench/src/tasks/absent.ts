/** 100 absent keys: what a miss costs beyond the source, until what was loaded is in Redis. */
import { Redis } from 'ioredis'
import { compare } from '../compare.ts'
import { type Opened, openAll, openOne } from '../opened.ts'
import type { Outcome, Row } from '../outcome.ts'
import { peers } from '../peers/index.ts'
import { larderThroughDataLoaderUntilFilled, larderUntilFilled } from '../peers/larder.ts'
import type { Peer } from '../peers/peer.ts'
import { rawFilling } from '../peers/raw.ts'
import { check, type Product, product } from '../products.ts'
import { type Check, type Contestant, timeRounds } from '../rounds.ts'
import { type Source, sourceOf } from '../source.ts'
import { median } from '../spread.ts'
import { type During, openTraffic } from '../traffic/traffic.ts'
import type { Setting } from './task.ts'

const KEYS = 100

export async function absent100({ url, rounds }: Setting): Promise<Outcome> {
  const wanted = [rawFilling, larderUntilFilled, larderThroughDataLoaderUntilFilled, ...peers]
  const redis = new Redis(url)
  const { opened, close } = await openAll(wanted, url, () => sourceOf(product))
  try {
    const contestants = opened.map((each) => contestant(each, redis))
    const times = await timeRounds(contestants, rounds)
    const figures = new Map<string, Row['figures']>()
    for (const peer of wanted) figures.set(peer.name, await count(peer, url, redis))
    return compare(
      {
        task: 'absent-100',
        title: 'A batch of 100 absent keys, loaded at once, until it is answered and in Redis.',
        ratio: { of: 'time', base: rawFilling.name },
      },
      times,
      figures,
    )
  } finally {
    await close()
    await redis.quit()
  }
}

/** Each piece has keys of its own, and begins on an empty Redis. */
function contestant({ name, source, readMany }: Opened<Product>, redis: Redis): Contestant {
  return {
    name,
    async work(piece): Promise<Check> {
      const ids = Array.from({ length: KEYS }, (_, n) => String(piece * KEYS + n))
      const found = await readMany(ids)
      return async () => {
        // One entry a key, neither less nor, say a lease that is still held, more: else the time ended too early.
        const entries = await redis.dbsize()
        if (entries !== KEYS) throw new Error(`${name}: expected ${KEYS} keys in Redis, received ${entries}.`)
        await redis.flushall()
        for (const [at, id] of ids.entries()) check(Number(id), found[at])
        checkEachLoadedOnce(name, ids, source)
      }
    },
  }
}

function checkEachLoadedOnce(name: string, ids: readonly string[], source: Source<Product>): void {
  const loaded = source.takeLoaded()
  const isRight = loaded.length === ids.length && new Set(loaded).size === ids.length
  if (!isRight) throw new Error(`${name}: expected one load of each key, received ${loaded.length} in all.`)
}

/**
 * In pieces of their own, which are not timed, once it is connected. The middle one of each figure: what a cache does now
 * and then, such as asking Redis for the time, is not a part of what a batch costs.
 */
async function count(peer: Peer, url: string, redis: Redis): Promise<Row['figures']> {
  const traffic = await openTraffic(url)
  const source = sourceOf(product)
  const opened = await openOne(peer, traffic.url, 'bench', source)
  const { work } = contestant(opened, redis)
  const pieces: Counted[] = []
  try {
    for (let piece = 0; piece < CONNECTING + COUNTED; piece++) {
      const before = source.calls()
      const { value: check, ...counted } = await traffic.during(() => work(piece))
      await check()
      if (piece >= CONNECTING) pieces.push({ ...counted, calls: source.calls() - before })
    }
  } finally {
    await opened.close()
    await traffic.close()
  }
  const middle = (figure: keyof Counted) => median(pieces.map((counted) => counted[figure]))
  return {
    'commands per key': middle('commands') / KEYS,
    'with those in scripts': middle('run') / KEYS,
    'round trips': middle('roundTrips'),
    'bytes per key': middle('bytes') / KEYS,
    'source calls': middle('calls'),
  }
}

type Counted = Omit<During<unknown>, 'value'> & { readonly calls: number }

const CONNECTING = 2
const COUNTED = 5
