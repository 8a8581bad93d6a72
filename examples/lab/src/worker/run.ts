/** One process's part of a run: its readers, what happens meanwhile, and a sample each quarter of a second. */
import { setTimeout } from 'node:timers/promises'
import { EVENT_AT, FAULT_LASTS, SAMPLE_EVERY, SCENARIOS } from '../contract/index.ts'
import { happen, heal, type Scene } from './happen.ts'
import { generateLoad } from './load.ts'
import type { PartSample } from './messages.ts'
import type { Tally } from './tally.ts'

/** Resolves when all readers have left, what went on behind their backs has ended, and the last sample is told. */
export async function run(
  scene: Scene,
  at: number,
  tally: Tally,
  tell: (part: PartSample) => void,
): Promise<void> {
  const { plan, process, database, store, protection } = scene
  const start = at - performance.timeOrigin
  const until = (moment: number) => setTimeout(start + moment - performance.now())
  // What filling it took is not of the run.
  tally.take(database)
  let isOver = false
  async function sample(): Promise<void> {
    for (let number = 0; !isOver; number++) {
      await until((number + 1) * SAMPLE_EVERY)
      tell({ ...tally.take(database), number })
    }
  }
  async function play(): Promise<void> {
    await until(EVENT_AT)
    await happen(scene)
    if (!SCENARIOS[plan.scenario].heals) return
    await until(EVENT_AT + FAULT_LASTS)
    heal(scene)
  }
  const { ended } = tally
  const sampling = sample()
  await Promise.all([generateLoad({ plan, process, start, read: protection.read, ended }), play()])
  await protection.close()
  await database.close()
  isOver = true
  await sampling
  await store.close()
}
