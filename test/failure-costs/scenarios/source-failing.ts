/** A source whose every call fails, and its recovery. */

import { atMost, between, none } from '../bound.ts'
import type { Cached } from '../contenders/contender.ts'
import type { Counts } from '../counts.ts'
import { inRounds, oneByOne } from '../readers.ts'
import type { Scenario } from '../scenario.ts'
import { COOL_DOWN, LONGEST_COOL_DOWN, NO_CIRCUIT } from '../settings.ts'
import type { World } from '../world.ts'

const LASTS = 7 * COOL_DOWN
/** At least: cool-downs are lengthened by a tenth, and a reader comes by only so often. */
const attempts = ({ elapsed }: Counts) => Math.floor((0.5 * elapsed) / LONGEST_COOL_DOWN)
const bounds = (measured: Counts) => [
  between('source calls', measured.calls, attempts(measured), 1 + measured.elapsed / COOL_DOWN),
  none('reads without an answer', measured.unanswered),
  none('late reads', measured.late),
]

export const oneAfterTheOther: Scenario = {
  name: 'source-failing',
  fails: 'the source fails; 1 reader of 1 key',
  law: 4,
  bound:
    'source calls: at most 1 + elapsed / cool-down, and at least half as many; store commands: 1 per read, and 8 per source call',
  run(world) {
    const cached = world.open({ source: NO_CIRCUIT })
    world.source.mood = 'failing'
    return world.measure(() => oneByOne(world, cached, () => 'a', LASTS, 10))
  },
  bounds: (measured) => [
    ...bounds(measured),
    atMost('store commands', measured.commands, measured.reads + 8 * measured.calls),
  ],
}

export const concurrent: Scenario = {
  name: 'source-failing-concurrent',
  fails: 'the source fails; 50 readers of 1 key at once',
  law: 4,
  bound: 'source calls: at most 1 + elapsed / cool-down, and at least half as many',
  run(world) {
    const cached = world.open({ source: NO_CIRCUIT })
    world.source.mood = 'failing'
    const rounds = { rounds: LASTS / 25, readers: 50, pause: 15 }
    return world.measure(() => inRounds(world, cached, rounds, () => ['a']))
  },
  bounds,
}

const CIRCUIT = { failures: 0.5, over: 10_000, minimum: 10, retryAfter: 500 }

export const manyKeys: Scenario = {
  name: 'source-failing-many-keys',
  fails: 'the source fails; each read is of another key',
  law: 4,
  bound:
    'source calls: at most what opens the circuit, and 1 for each time that it probes; at least half of the probes',
  run(world) {
    const cached = world.open({ source: { circuit: CIRCUIT } })
    world.source.mood = 'failing'
    return world.measure(() => oneByOne(world, cached, (i) => `key ${i}`, 4 * CIRCUIT.retryAfter, 10))
  },
  bounds: ({ calls, elapsed, unanswered }) => [
    between(
      'source calls',
      calls,
      CIRCUIT.minimum + (0.5 * elapsed) / CIRCUIT.retryAfter - 1,
      CIRCUIT.minimum + elapsed / CIRCUIT.retryAfter,
    ),
    none('reads without an answer', unanswered),
  ],
}

interface Recovery extends Counts {
  /** Cool-downs, rounded down, from when the source was well until the value was served, and was stored. */
  readonly coolDowns: number
  /** Calls for reads after that. */
  readonly callsAfter: number
}

/** Beyond this a value has not come back. In cool-downs. */
const GIVE_UP = 8
/** By how much a busy machine may be later, in ms. */
const MARGIN = COOL_DOWN / 2

export const recovery: Scenario<Recovery> = {
  name: 'source-recovering',
  fails: 'the source is well again; 20 readers of 1 key',
  law: 4,
  bound: 'source calls until the value is served and stored: 1, within one cool-down; none afterwards',
  async run(world) {
    const cached = world.open({ source: NO_CIRCUIT })
    world.source.mood = 'failing'
    await oneByOne(world, cached, () => 'a', 2.5 * COOL_DOWN, 10)
    world.source.mood = 'well'
    let coolDowns = 0
    const measured = await world.measure(async () => {
      coolDowns = await untilStored(world, cached)
    })
    const after = await world.measure(() => inRounds(world, cached, { rounds: 5, readers: 20 }, () => ['a']))
    return { ...measured, coolDowns, callsAfter: after.calls }
  },
  bounds: ({ calls, coolDowns, callsAfter }) => [
    between('source calls until the value is stored', calls, 1, 1),
    none('whole cool-downs until then', coolDowns),
    none('source calls afterwards', callsAfter),
  ],
}

async function untilStored(world: World, cached: Cached): Promise<number> {
  const began = performance.now()
  const coolDowns = () => Math.floor(Math.max(0, performance.now() - began - MARGIN) / LONGEST_COOL_DOWN)
  while (coolDowns() < GIVE_UP) {
    await inRounds(world, cached, { rounds: 1, readers: 20, pause: 5 }, () => ['a'])
    if (world.cached > 0) break
  }
  return coolDowns()
}
