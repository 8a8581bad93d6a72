/** A source that does not answer. */
import { setTimeout } from 'node:timers/promises'
import { between, none } from '../bound.ts'
import { names } from '../readers.ts'
import type { Scenario } from '../scenario.ts'
import { LOAD_TIMEOUT, WAIT_TIMEOUT } from '../settings.ts'

const CONCURRENCY = 8
const QUEUE = 20
const READS = 100

export const sourceHanging: Scenario = {
  name: 'source-hanging',
  fails: `the source hangs; ${READS} reads of other keys, then as many again`,
  law: 4,
  bound:
    'source calls: at most `concurrency`, since a slot is taken until its load really ends; every read is answered',
  async run(world) {
    const cached = world.open({ source: { concurrency: CONCURRENCY, queue: QUEUE } })
    world.source.mood = 'hanging'
    const readAll = (first: number) =>
      Promise.all(names('key', READS, first).map((id) => world.read(cached, [id])))
    return world.measure(async () => {
      await Promise.all([readAll(0), setTimeout(2 * LOAD_TIMEOUT)])
      // The first loads have timed out, and run on.
      await readAll(READS)
    }, WAIT_TIMEOUT)
  },
  bounds: ({ calls, running, unanswered, late }) => [
    between('source calls', calls, CONCURRENCY, CONCURRENCY),
    between('source calls at once', running, CONCURRENCY, CONCURRENCY),
    none('reads without an answer', unanswered),
    none('late reads', late),
  ],
}
