/** A source that does not answer. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import { between, none } from '../bound.ts'
import { names } from '../readers.ts'
import type { Scenario } from '../scenario.ts'
import { LOAD_TIMEOUT, WAIT_TIMEOUT } from '../settings.ts'

const CONCURRENCY = 8
const QUEUE = 20
const READS = 100

export const sourceHanging: Scenario = {
  name: 'source-hanging',
  fails: `the source hangs; ${READS} reads of other keys, each in a turn of its own, then as many again`,
  law: 4,
  bound:
    'source calls: at most `concurrency`, since a slot is taken until its load really ends; every read is answered',
  async run(world) {
    const cached = world.open({ source: { concurrency: CONCURRENCY, queue: QUEUE } })
    world.source.mood = 'hanging'
    // In one turn they would be one call.
    const readAll = async (first: number) => {
      const reads: Promise<unknown>[] = []
      for (const id of names('key', READS, first)) {
        reads.push(world.read(cached, [id]))
        await setImmediate()
      }
      await Promise.all(reads)
    }
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
