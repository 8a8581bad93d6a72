/** A Redis that is full and evicts nothing: it answers reads, deletes, and refuses to write. */

import { atLeast, between, none } from '../bound.ts'
import type { Counts } from '../counts.ts'
import { inRounds, names, warm } from '../readers.ts'
import type { Scenario } from '../scenario.ts'

const STORED = names('stored', 5)
const CHANGED = STORED[0] as string
const ROUNDS = { rounds: 10, readers: 20 }

interface Emptied extends Counts {
  readonly whileChanged: Counts
  /** Whether what was absent is stored, now that there is room again. */
  readonly stored: boolean
}

export const storeFull: Scenario<Emptied> = {
  name: 'store-full',
  fails: 'Redis is full (maxmemory, noeviction); rounds of 20 readers of 5 stored keys and an absent one',
  law: 4,
  bound:
    'source calls: 1 per round, for the absent key; store commands: 2 per round; the others are hits; an invalidation is ' +
    'obeyed; with room again the absent one is stored',
  async run(world) {
    const cached = world.open()
    await warm(cached, STORED)
    await world.admin.config('SET', 'maxmemory', '1')
    const measured = await world.measure(() => inRounds(world, cached, ROUNDS, () => [...STORED, 'absent']))
    await world.change(cached, CHANGED)
    const whileChanged = await world.measure(() => inRounds(world, cached, ROUNDS, () => [CHANGED]))
    await world.admin.config('SET', 'maxmemory', '0')
    return { ...measured, whileChanged, stored: await warm(cached, ['absent', CHANGED]) }
  },
  bounds: ({ calls, keys, commands, cached, errors, late, whileChanged, stored }) => [
    between('source calls', calls, ROUNDS.rounds, ROUNDS.rounds),
    between('keys loaded', keys, ROUNDS.rounds, ROUNDS.rounds),
    // Who refuses answers, and is asked on.
    between('store commands', commands, 2 * ROUNDS.rounds, 3 * ROUNDS.rounds),
    atLeast('hits', cached, ROUNDS.rounds * ROUNDS.readers * STORED.length),
    none('rows older than the invalidation', whileChanged.older),
    between('source calls for the invalidated key', whileChanged.calls, ROUNDS.rounds, ROUNDS.rounds),
    none('errors', errors + whileChanged.errors),
    none('late reads', late + whileChanged.late),
    atLeast('stored again', Number(stored), 1),
  ],
}
