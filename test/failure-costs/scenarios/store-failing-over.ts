/** A Redis whose master dies, and whose replica is promoted by its Sentinel. */
import { startSentinel } from '../../support/redis-sentinel.ts'
import { atLeast, atMost, none } from '../bound.ts'
import type { Counts } from '../counts.ts'
import { inRounds, names, warm } from '../readers.ts'
import type { Scenario } from '../scenario.ts'

const KEYS = names('key', 5)
const ROUND = { rounds: 1, readers: 20 }

interface FailedOver extends Counts {
  readonly rounds: number
  /** Whether all were hits again. */
  readonly isBack: boolean
  readonly after: Counts
}

export const storeFailingOver: Scenario<FailedOver> = {
  name: 'store-failing-over',
  fails: 'the master of Redis dies, and its replica is promoted; rounds of 20 readers of 5 keys',
  law: 4,
  bound:
    'source calls: at most 1 per round until then; store commands: at most 2 per round; all hits afterwards',
  async run(world) {
    const sentinel = await startSentinel()
    world.onEnd(() => sentinel.stop())
    const cached = world.open({}, sentinel.options)
    await warm(cached, KEYS)
    await sentinel.replicated()
    let rounds = 0
    const measured = await world.measure(async () => {
      let isOver = false
      const losing = sentinel.loseMaster().then(() => {
        isOver = true
      })
      for (; !isOver; rounds++) await inRounds(world, cached, ROUND, () => KEYS)
      await losing
    })
    const isBack = await warm(cached, KEYS)
    const after = await world.measure(() => inRounds(world, cached, { ...ROUND, rounds: 5 }, () => KEYS))
    return { ...measured, rounds, isBack, after }
  },
  bounds: ({ calls, commands, errors, late, rounds, isBack, after }) => [
    atMost('source calls', calls, rounds),
    atLeast('source calls', calls, 1),
    atMost('store commands', commands, 2 * rounds),
    none('errors', errors + after.errors),
    none('late reads', late),
    atLeast('hits again', Number(isBack), 1),
    none('source calls afterwards', after.calls),
  ],
}
