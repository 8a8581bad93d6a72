/** Processes with near caches that read all the time, on one Redis, and what they tell of it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from '@jest/globals'
import { Redis } from 'ioredis'
import { guardOrphan } from '../../support/orphan-guard.ts'
import { type RedisServer, startRedis } from '../../support/redis-server.ts'
import { until } from '../../support/until.ts'
import type { Moment } from '../../torture/moment.ts'
import type { Assignment, Changed, Told, Turned } from '../processes/near-readers.ts'
import { type BusWire, startBusWire } from './bus-wire.ts'

export const PROCESSES = 4
const ROWS = 'rows'

/** A change, and how each process has come to obey it. */
export interface Course {
  readonly change: Changed
  readonly by: number
  /** By process. */
  readonly turned: readonly Turned[]
}

export class NearFleet {
  readonly #nearTtl: number
  readonly #ids: readonly string[]
  #server!: RedisServer
  #admin!: Redis
  #wire!: BusWire
  #children: ChildProcess[] = []
  #endGuards: (() => Promise<void>)[] = []
  #told: { readonly by: number; readonly it: Told }[] = []

  constructor(nearTtl: number, ids: readonly string[]) {
    this.#nearTtl = nearTtl
    this.#ids = ids
  }

  get wire(): BusWire {
    return this.#wire
  }

  async start(): Promise<void> {
    this.#server = await startRedis()
    this.#admin = new Redis(this.#server.options)
    this.#wire = await startBusWire(this.#server.port)
    for (const id of this.#ids) await this.#admin.hset(ROWS, id, 1)
    const script = fileURLToPath(new URL('../processes/near-readers.ts', import.meta.url))
    const execArgv = ['--conditions=@larder/source', '--import', 'tsx']
    const assignment: Assignment = {
      store: this.wire.url,
      source: this.#server.url,
      rows: ROWS,
      nearTtl: this.#nearTtl,
      ids: this.#ids,
    }
    this.#children = Array.from({ length: PROCESSES }, (_, by) => {
      const child = fork(script, [JSON.stringify(assignment)], { execArgv })
      child.on('message', (it) => void this.#told.push({ by, it: it as Told }))
      this.#endGuards.push(guardOrphan(child.pid as number))
      return child
    })
    await this.heard(PROCESSES)
  }

  async end(): Promise<void> {
    await Promise.all(
      this.#children.map(async (child) => {
        const gone = once(child, 'exit')
        child.kill('SIGCONT')
        child.disconnect()
        await gone
      }),
    )
    for (const endGuard of this.#endGuards) await endGuard()
    await this.#wire.close()
    this.#admin.disconnect()
    await this.#server.stop()
  }

  /** Stops a process in its tracks, until `thaw`. */
  freeze(by: number): void {
    this.#children[by]?.kill('SIGSTOP')
  }

  thaw(by: number): void {
    this.#children[by]?.kill('SIGCONT')
  }

  /** Resolves when so many processes would hear what is published. */
  async heard(by: number): Promise<void> {
    await until(async () => {
      const [, count] = (await this.#admin.call('PUBSUB', 'NUMSUB', 'larder:')) as [string, number]
      return count === by
    })
  }

  /** Resolves when the row as it is now is near in each process, and has come near after `since`. */
  async near(id: string, since: Moment = 0): Promise<void> {
    const n = Number(await this.#admin.hget(ROWS, id))
    for (let by = 0; by < PROCESSES; by++)
      await until(() =>
        this.#find(by, (it) => it.kind === 'near' && it.id === id && it.n === n && it.began > since),
      )
  }

  /** Has a process change a row. Resolves when it has invalidated it. */
  async change(by: number, id: string): Promise<Changed> {
    const n = Number(await this.#admin.hget(ROWS, id)) + 1
    const isIt = (it: Told): it is Changed => it.kind === 'changed' && it.id === id && it.n === n
    this.#children[by]?.send(id)
    await until(() => this.#find(by, isIt))
    return this.#find(by, isIt) as Changed
  }

  /** Resolves when every process has read the row as it was changed. */
  async course(by: number, change: Changed): Promise<Course> {
    const { id, n } = change
    const isIt = (it: Told): it is Turned => it.kind === 'turned' && it.id === id && it.n === n
    const turned: Turned[] = []
    for (let process = 0; process < PROCESSES; process++) {
      await until(() => this.#find(process, isIt))
      turned.push(this.#find(process, isIt) as Turned)
    }
    return { change, by, turned }
  }

  #find<T extends Told>(by: number, isIt: (it: Told) => it is T): T | undefined
  #find(by: number, isIt: (it: Told) => boolean): Told | undefined
  #find(by: number, isIt: (it: Told) => boolean): Told | undefined {
    return this.#told.findLast((told) => told.by === by && isIt(told.it))?.it
  }
}

/** Runs for the tests of a file. */
export function startNearFleet(nearTtl: number, ids: readonly string[]): NearFleet {
  const fleet = new NearFleet(nearTtl, ids)
  beforeAll(() => fleet.start(), 60_000)
  afterAll(() => fleet.end())
  return fleet
}
