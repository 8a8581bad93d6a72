/** What a lab says of itself. */
import type { Plan } from './plan.ts'

export interface About {
  /** `simulated`: a pool of connections and slow queries, by timers. `postgres`: a server. */
  readonly database: 'simulated' | 'postgres'
  /** `memory`: of the one process. `redis`: a server, which processes share. */
  readonly store: 'memory' | 'redis'
  /** The most server processes: 1 where there is no store to share. */
  readonly mostProcesses: number
  /** The run that goes on now. */
  readonly running: { readonly id: string; readonly plan: Plan } | null
}
