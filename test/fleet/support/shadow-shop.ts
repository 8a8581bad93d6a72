/** A shop whose two processes are in mode shadow, on one Redis: read and changed by requests that a seed decides. */
import { type Cache, createCache, type Events, type Loader, type ShadowOptions } from '@larder/core'
import { type ManualClock, manualClock } from '@larder/core/testing'
import { redisStore } from '@larder/redis'
import { Redis } from 'ioredis'
import { Dice } from '../../support/dice.ts'

/** What may be wrong with it. */
export type Mistake = 'a key without the locale' | 'changes of a price that invalidate nothing'

interface Page {
  readonly id: string
  readonly locale: string
}

export interface ShopOptions {
  readonly url: string
  readonly seed: number
  readonly mistake?: Mistake
  /** Default: what mode shadow does by default. */
  readonly shadow?: ShadowOptions
}

export interface ShadowShop {
  readonly mismatches: readonly Events['mismatch'][]
  /** Keys that were compared, and of these such as differed only for a while. */
  tally(): { readonly compared: number; readonly unsettled: number }
  /** Calls of the source: those that readers wait for, and the others. */
  readonly loads: { readers: number; added: number }
  /** Answers so many requests, `together` at a time, and says how many were answered wrongly. */
  serve(requests: number, together: number): Promise<number>
  /** Lets every second look be taken. */
  settle(): Promise<void>
  close(): Promise<void>
}

const IDS = Array.from({ length: 200 }, (_, i) => `${i}`)
const LOCALES = ['de', 'en']
/** Milliseconds from one request of a process to the next. */
const EVERY = 10

export function openShop({ url, seed, mistake, shadow }: ShopOptions): ShadowShop {
  const dice = new Dice(seed)
  const versions = new Map(IDS.map((id) => [id, 0]))
  const pageOf = ({ id, locale }: Page) => ({ name: `${locale} ${id}`, price: { amount: versions.get(id) } })
  const mismatches: Events['mismatch'][] = []
  const loads = { readers: 0, added: 0 }

  const processes = [0, 1].map((n) => {
    const clock = manualClock({ seed: seed * 2 + n })
    const client = new Redis(url)
    const cache = createCache({
      namespace: `shop ${seed} ${mistake}`,
      store: redisStore(client, { timeout: '20s' }),
      storeTimeout: '20s',
      clock,
      mode: 'shadow',
      ...(shadow && { shadow }),
    })
    cache.on('mismatch', (event) => mismatches.push(event))
    cache.on('load', ({ background }) => {
      loads[background ? 'added' : 'readers']++
    })
    const load = async (pages: readonly Page[]) => {
      const values = pages.map(pageOf)
      // What it has read may be old by the time it answers.
      for (let turns = dice.between(0, 6); turns > 0; turns--) await turn()
      return values
    }
    const pages = cache.loader('page', load, {
      key: ({ id, locale }: Page) => (mistake === 'a key without the locale' ? id : `${id}/${locale}`),
      ttl: '2s',
      grace: '2s',
      timeout: '60s',
      waitTimeout: '200s',
    })
    return { clock, client, cache, pages }
  })

  async function read(pages: Loader<Page, ReturnType<typeof pageOf>>): Promise<boolean> {
    const wanted = dice.some(IDS, 2).map((id) => ({ id: popular(id), locale: dice.pick(LOCALES) }))
    const least = wanted.map(({ id }) => versions.get(id) as number)
    const answers = await pages.loadMany(wanted)
    return answers.every((answer, i) => {
      if (answer === null || answer instanceof Error) return false
      const { id, locale } = wanted[i] as Page
      return answer.name === `${locale} ${id}` && (answer.price.amount as number) >= (least[i] as number)
    })
  }

  /** The lower of two: a few are asked for often. */
  function popular(id: string): string {
    return `${Math.floor(Number(id) * dice.next())}`
  }

  async function change(pages: Loader<Page, ReturnType<typeof pageOf>>): Promise<boolean> {
    const id = popular(dice.pick(IDS))
    versions.set(id, (versions.get(id) as number) + 1)
    // Until it is invalidated, mode shadow sees what looks like a mistake.
    for (let turns = dice.between(0, 20); turns > 0; turns--) await turn()
    if (mistake === 'changes of a price that invalidate nothing' && dice.chance(0.5)) return true
    await pages.invalidateMany(LOCALES.map((locale) => ({ id, locale })))
    return true
  }

  return {
    mismatches,
    loads,
    tally() {
      const tallies = processes.map(({ cache }) => cache.health().loaders.page?.shadow)
      const sum = (field: 'compared' | 'unsettled') =>
        tallies.reduce((total, tally) => total + (tally?.[field] ?? 0), 0)
      return { compared: sum('compared'), unsettled: sum('unsettled') }
    },

    async serve(requests, together) {
      let wrong = 0
      for (let served = 0; served < requests; served += together) {
        const answered = Array.from({ length: together }, async (_, i) => {
          const { pages } = processes[i % processes.length] as (typeof processes)[number]
          return (dice.chance(0.1) ? change : read)(pages)
        })
        for (const isRight of await Promise.all(answered)) if (!isRight) wrong++
        await pass(processes, (EVERY * together) / processes.length)
      }
      return wrong
    },

    settle: () => pass(processes, 10_000),

    async close() {
      for (const { cache, client } of processes) {
        await cache.close()
        client.disconnect()
      }
    },
  }
}

/** Time passes when nothing is under way any more. */
async function pass(
  processes: readonly { readonly clock: ManualClock; readonly cache: Cache }[],
  ms: number,
): Promise<void> {
  for (const { clock, cache } of processes) {
    await cache.settled()
    await clock.advance(ms)
    await cache.settled()
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
