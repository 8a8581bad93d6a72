/** One server process of the lab. It does what it is ordered, tells what it sees, and ends with whoever started it. */
import { openLabDatabase, openLabStore } from '../parts/index.ts'
import { products } from '../parts/products.ts'
import { protect } from '../protections/index.ts'
import { lifeOf, type Scene, ttlOf } from './happen.ts'
import type { Opening, Order, Report } from './messages.ts'
import { run } from './run.ts'
import { createTally } from './tally.ts'

const tally = createTally()
let scene: Scene | undefined

process.on('message', (order: Order) => {
  obey(order).then(
    () => tell({ report: 'done', order: order.order }),
    (error) => {
      console.error(error)
      tell({ report: 'failed', message: (error as Error).message })
    },
  )
})
process.on('disconnect', () => process.exit())

async function obey(order: Order): Promise<void> {
  if (order.order === 'open') scene = await open(order.opening)
  else if (scene === undefined) throw new Error(`Expected the order to open before that to ${order.order}.`)
  else if (order.order === 'fill') await fill(scene)
  else await run(scene, order.at, tally, (part) => tell({ report: 'sample', part }))
}

async function open({ plan, protection, process, databaseUrl, redisUrl }: Opening): Promise<Scene> {
  const pool = shareOf(plan.pool, process, plan.processes)
  const database = openLabDatabase(databaseUrl, { pool, delay: plan.query })
  const store = openLabStore(redisUrl)
  const ttl = ttlOf(plan.scenario)
  return {
    plan,
    process,
    database,
    store,
    protection: protect(protection, { database, store, ttl, pool, onCommand: tally.command }),
  }
}

/** The first ones have one more where it does not come out even. */
function shareOf(whole: number, process: number, processes: number): number {
  return Math.floor(whole / processes) + (process < whole % processes ? 1 : 0)
}

async function fill({ plan, store, protection }: Scene): Promise<void> {
  await store.clear()
  await Promise.all(products.map((row, i) => protection.fill(row, lifeOf(i + 1, plan.scenario))))
}

/** Without whoever started it there is nobody to tell, and this process is about to end. */
function tell(report: Report): void {
  process.send?.(report, undefined, {}, () => {})
}
