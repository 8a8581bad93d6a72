/** What a scenario does to what one process stands on, when its time has come. */
import type { Plan, ScenarioName } from '../contract/index.ts'
import type { LabDatabase } from '../parts/database.ts'
import { HOTTEST } from '../parts/products.ts'
import type { LabStore } from '../parts/store.ts'
import type { Protection } from '../protections/protection.ts'

export interface Scene {
  readonly plan: Plan
  readonly database: LabDatabase
  readonly store: LabStore
  readonly protection: Protection
  /** Which of the plan's processes this is, from 0. What is to be done once the first one does. */
  readonly process: number
}

/** What lasts is ended by `heal`. */
export async function happen({ plan, process, database, store, protection }: Scene): Promise<void> {
  const isFirst = process === 0
  if (plan.scenario === 'expire-hot-key' && isFirst) await protection.expire(HOTTEST)
  if (plan.scenario === 'empty-cache' && isFirst) await store.clear()
  if (plan.scenario === 'slow-database') database.setDelay(plan.query * 10)
  if (plan.scenario === 'database-down') database.refuse(true)
  if (plan.scenario === 'frozen-redis') store.freeze(true)
  if (plan.scenario === 'deploy-v2') protection.deploy()
}

export function heal({ plan, database, store }: Scene): void {
  if (plan.scenario === 'slow-database') database.setDelay(plan.query)
  if (plan.scenario === 'database-down') database.refuse(false)
  if (plan.scenario === 'frozen-redis') store.freeze(false)
}

/** Ms for which products are cached. */
export function ttlOf(scenario: ScenarioName): number {
  return expiresByItself(scenario) ? 30_000 : 600_000
}

/**
 * Ms that the entry of a product has left when the first reader comes. Where entries expire by themselves, their ends lie
 * spread over the ttl, as in a cache that has been in use for a while, and that of the hottest within the fault.
 */
export function lifeOf(product: number, scenario: ScenarioName): number {
  const ttl = ttlOf(scenario)
  if (!expiresByItself(scenario)) return ttl
  const hottestEnds = 4_500
  return Math.round(hottestEnds + (product - 1) * GOLDEN * ttl) % ttl || ttl
}

function expiresByItself(scenario: ScenarioName): boolean {
  return scenario === 'slow-database' || scenario === 'database-down'
}

/** Multiples of it, cut to their fractions, lie evenly, however many there are. */
const GOLDEN = (Math.sqrt(5) - 1) / 2
