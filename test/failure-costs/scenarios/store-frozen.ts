/** A Redis that is stopped in its tracks: connections stay open, and nothing answers. */
import { setTimeout } from 'node:timers/promises'
import { atLeast, atMost, between, none } from '../bound.ts'
import type { Counts } from '../counts.ts'
import { inRounds, names, warm } from '../readers.ts'
import type { Scenario } from '../scenario.ts'
import { STORE_RETRY } from '../settings.ts'

const KEYS = names('key', 5)
const READERS = 20
/** What was answered before, in the seconds that the circuit remembers. */
const BEFORE = { rounds: 80, readers: READERS, pause: 10 }
/** So many commands in a row without an answer open the circuit, or one more where some were underway. */
const OPENING = 6
/** Rounds that do not wait for the store, at the least. */
const SWIFT = 10
const LASTS = 2.5 * STORE_RETRY
const AFTER = { rounds: 10, readers: READERS }

interface Thawed extends Counts {
  readonly rounds: number
  readonly whileOpening: Counts
  readonly after: Counts
}

export const storeFrozen: Scenario<Thawed> = {
  name: 'store-frozen',
  fails:
    'Redis is frozen (SIGSTOP) under load, and thaws; rounds of 20 readers of 5 keys, one of which is invalidated',
  law: 4,
  bound:
    'until the circuit opens 1 read command per round, then none, but for 1 read a second that probes; source calls: 1 per ' +
    'round; after the thaw all hits, none of them older than the invalidation',
  async run(world) {
    const cached = world.open()
    await warm(cached, KEYS)
    await inRounds(world, cached, BEFORE, () => KEYS)
    world.redis.freeze()
    const whileOpening = await world.measure(() =>
      inRounds(world, cached, { rounds: OPENING, readers: READERS }, () => KEYS),
    )
    let rounds = 0
    const measured = await world.measure(async () => {
      const end = performance.now() + LASTS
      for (; performance.now() < end; rounds++)
        await inRounds(world, cached, { rounds: 1, readers: READERS }, () => KEYS)
    })
    const changing = world.change(cached, KEYS[0] as string)
    // Sent, and not answered.
    await setTimeout(10)
    world.redis.thaw()
    await changing
    await warm(cached, KEYS)
    const after = await world.measure(() => inRounds(world, cached, AFTER, () => KEYS))
    return { ...measured, rounds, whileOpening, after }
  },
  bounds: ({ calls, commands, late, errors, elapsed, rounds, whileOpening, after }) => [
    // A read asks for the time, too, once a second.
    between('store commands until the circuit opens', whileOpening.commands, OPENING - 1, 2 * OPENING),
    between('store commands once it is open', commands, 1, 2 * (1 + elapsed / STORE_RETRY)),
    between('source calls', calls, rounds, rounds),
    atLeast('rounds once it is open', rounds, SWIFT),
    none('errors', errors + whileOpening.errors + after.errors),
    none('late reads', late + whileOpening.late),
    none('source calls after the thaw', after.calls),
    none('rows older than the invalidation', after.older),
    atMost('store commands after the thaw', after.commands, 2 * AFTER.rounds),
  ],
}
