/** What comes all at once: a cold start, invalidations all the time, and a reader who tries all IDs. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import { Dice } from '../../support/dice.ts'
import { atMost, between, none } from '../bound.ts'
import type { Counts } from '../counts.ts'
import { names, oneByOne, warm } from '../readers.ts'
import type { Scenario } from '../scenario.ts'
import { UNKNOWN } from '../source.ts'

const BATCH = 500

export const coldStart: Scenario = {
  name: 'cold-start',
  fails: 'nothing is cached; 4 readers of 10,000 keys in batches of 500',
  law: 1,
  bound: 'keys loaded: 1 per key; source calls: 1 per batch',
  heavy: true,
  run(world) {
    const cached = world.open()
    const keys = names('key', 10_000)
    const readAll = async () => {
      for (let i = 0; i < keys.length; i += BATCH) await world.read(cached, keys.slice(i, i + BATCH))
    }
    return world.measure(() => Promise.all([readAll(), readAll(), readAll(), readAll()]))
  },
  bounds: ({ keys, calls, errors }) => [
    between('keys loaded', keys, 10_000, 10_000),
    between('source calls', calls, 20, 20),
    none('errors', errors),
  ],
}

interface Invalidated extends Counts {
  readonly invalidations: number
}

const HOT = names('hot', 20)
const STORM = 1_500
const PAUSE = 2
/** So few that each is invalidated while it is being loaded, again and again. */
const STORMY = names('stormy', 4)

export const invalidationStorm: Scenario<Invalidated> = {
  name: 'invalidation-storm',
  fails: '4 keys are changed and invalidated, one every few ms; 20 readers of all of them',
  law: 3,
  bound: 'keys loaded: at most 1 per invalidation, and at least 1 in ten; no row older than an invalidation',
  heavy: true,
  async run(world) {
    const cached = world.open()
    await warm(cached, STORMY)
    // Without chance all readers would soon wait for the same key.
    const dice = new Dice(7)
    const end = performance.now() + STORM
    let invalidations = 0
    const measured = await world.measure(async () => {
      const readers = names('reader', 20).map(async () => {
        while (performance.now() < end) {
          await world.read(cached, [dice.pick(STORMY)])
          await setImmediate()
        }
      })
      for (; performance.now() < end; invalidations++) {
        await world.change(cached, dice.pick(STORMY))
        await setTimeout(PAUSE)
      }
      await Promise.all(readers)
    })
    return { ...measured, invalidations }
  },
  bounds: ({ keys, invalidations, errors, older }) => [
    between('keys loaded', keys, invalidations / 10, invalidations),
    none('rows older than an invalidation', older),
    none('errors', errors),
  ],
}

const UNKNOWN_IDS = 100_000

export const enumeration: Scenario<Counts & { readonly hot: Counts }> = {
  name: 'enumeration',
  fails: '100,000 IDs that do not exist, in batches of 500, twice; then 20 keys that do',
  law: 1,
  bound: 'source calls: 1 per batch, the first time; the keys that do exist are hits all the while',
  heavy: true,
  async run(world) {
    // What is measured is not the source.
    world.source.time = 0
    const cached = world.open({ missingTtl: '10m' })
    await warm(cached, HOT)
    const measured = await world.measure(async () => {
      for (let pass = 0; pass < 2; pass++)
        for (let first = 0; first < UNKNOWN_IDS; first += BATCH)
          await world.read(cached, names(UNKNOWN, BATCH, first))
    })
    const hot = await world.measure(() =>
      oneByOne(world, cached, (i) => HOT[i % HOT.length] as string, 100, 0),
    )
    return { ...measured, hot }
  },
  bounds: ({ keys, calls, errors, hot }) => [
    between('keys loaded', keys, UNKNOWN_IDS, UNKNOWN_IDS),
    between('source calls', calls, UNKNOWN_IDS / BATCH, UNKNOWN_IDS / BATCH),
    none('errors', errors),
    none('source calls for keys that exist', hot.calls),
    atMost('store commands for keys that exist', hot.commands, 2 * hot.reads),
  ],
}
