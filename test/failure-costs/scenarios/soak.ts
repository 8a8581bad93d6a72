/** Full load, and every second another fault: nothing may pile up. */
import { setTimeout } from 'node:timers/promises'
import { atLeast, type Bound, none } from '../bound.ts'
import type { Soaked, SoakedAsks } from '../child/soaked.ts'
import type { Counts } from '../counts.ts'
import { forkMember, type Member } from '../process.ts'
import type { Scenario } from '../scenario.ts'
import type { World } from '../world.ts'

type Fault = (world: World, member: Member<SoakedAsks>) => Promise<unknown>

const PERIOD = 1_000
const LASTS = 300

const FAULTS: readonly Fault[] = [
  ({ admin }) => admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'),
  async ({ redis }) => {
    redis.freeze()
    await setTimeout(LASTS)
    redis.thaw()
  },
  (_, member) => befall(member, 'failing'),
  (_, member) => befall(member, 'hanging'),
  ({ admin }) => admin.script('FLUSH'),
  ({ redis }) => redis.restart(),
  ({ admin }) => admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub'),
]

async function befall({ link }: Member<SoakedAsks>, mood: 'failing' | 'hanging'): Promise<void> {
  await link.ask('befall', mood)
  await setTimeout(LASTS)
  await link.ask('befall', 'well')
}

interface Harmed extends Counts {
  readonly faults: number
  readonly soaked: Soaked
  /** The least that was held in the first and in the last third, bytes. */
  readonly heap: readonly [number, number]
}

/** What the heap may grow by: some bytes for each read, and more than what is compiled late. */
const GROWTH = 2 * 2 ** 20

export function soak(seconds: number): Scenario<Harmed> {
  return {
    name: 'soak',
    fails: `full load, and every second another fault, for ${seconds} s`,
    law: 11,
    bound: 'no unhandled rejection, no warning, no growing heap; hits are served in the end',
    heavy: true,
    contenders: ['larder'],
    async run(world) {
      const assignment = { port: world.redis.port }
      const member = forkMember<SoakedAsks>('soaked.ts', assignment, world.source.load, ['--expose-gc'])
      world.onEnd(() => member.kill())
      await member.link.ask('start')
      let faults = 0
      const measured = await world.measure(async () => {
        for (; faults < seconds; faults++) {
          const next = setTimeout(PERIOD)
          await FAULTS[faults % FAULTS.length]?.(world, member)
          await next
        }
      })
      const soaked = await member.link.ask('rest')
      const { calls, commands, slowest, batches, cached } = soaked
      const counts = { ...measured, calls, commands, slowest, reads: batches, cached }
      return { ...counts, faults, soaked, heap: thirds(soaked.heap) }
    },
    bounds: ({ faults, reads, soaked, heap: [first, last] }): Bound[] => [
      none('unhandled rejections', soaked.rejections.length),
      none('warnings', soaked.warnings.length),
      { what: 'bytes held in the last third', count: last, most: first + GROWTH },
      atLeast('faults', faults, seconds),
      atLeast('reads', reads, 100 * seconds),
      atLeast('hits are served', Number(soaked.isServing), 1),
    ],
  }
}

/** Less is held at one time than at another by those who wait: only the least of many tells. */
function thirds(heap: readonly number[]): [number, number] {
  const third = Math.ceil(heap.length / 3)
  return [Math.min(...heap.slice(0, third)), Math.min(...heap.slice(-third))]
}
