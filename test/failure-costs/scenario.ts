/** What a scenario is: something that fails, what that may cost by which law, and the way to bring it about. */
import type { Bound } from './bound.ts'
import type { ContenderName } from './contenders/index.ts'
import type { Counts } from './counts.ts'
import type { World } from './world.ts'

export interface Scenario<M extends Counts = Counts> {
  readonly name: string
  /** What fails, for people. */
  readonly fails: string
  readonly law: number
  /** What `bounds` holds it to, for people. */
  readonly bound: string
  /** Keeps both cores busy, so that nothing else may run beside it. Default: false. */
  readonly heavy?: boolean
  /** Default: both. Naive cache-aside has to break a bound, or the bound proves nothing. */
  readonly contenders?: readonly ContenderName[]
  run(world: World): Promise<M>
  bounds(measured: M): Bound[]
}
