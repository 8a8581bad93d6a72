/** One run of a scenario: a Redis, a source, and the contender whose costs are counted. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { Redis } from 'ioredis'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import type { Cached, Contender, Policy } from './contenders/contender.ts'
import { CONTENDERS, type ContenderName } from './contenders/index.ts'
import { type ClientOptions, CountedRedis } from './counted-redis.ts'
import type { Counts } from './counts.ts'
import { SOURCE_TIME, STORE_TIMEOUT } from './settings.ts'
import { Source } from './source.ts'
import { Tally, type Told } from './tally.ts'

/** By how much a read may be later than was promised: a busy machine is nobody's failure, ms. */
const LATE = 200

export class World {
  readonly name: ContenderName
  readonly source = new Source()
  readonly redis: RedisServer
  /** For commands that are part of the scenario: not counted. */
  readonly admin: Redis
  readonly #contender: Contender
  readonly #ends: (() => unknown)[] = []
  readonly #clients: CountedRedis[] = []
  #tally = new Tally()
  #elsewhere = 0

  private constructor(name: ContenderName, redis: RedisServer) {
    this.name = name
    this.#contender = CONTENDERS[name]
    this.redis = redis
    this.admin = new Redis({ ...redis.options, retryStrategy: () => 20 })
    this.admin.on('error', () => {}) // Redis is killed on purpose.
    this.onEnd(() => redis.stop())
    this.onEnd(() => this.admin.disconnect())
  }

  static async start(name: ContenderName): Promise<World> {
    return new World(name, await startRedis())
  }

  /** Whatever is left is ended with the run, the last first. */
  onEnd(end: () => unknown): void {
    this.#ends.push(end)
  }

  async end(): Promise<void> {
    this.source.mood = 'well'
    for (const end of this.#ends.reverse()) await end()
  }

  /** The contender, on a client of its own. */
  open(policy: Policy = {}, connection: ClientOptions = this.redis.options): Cached {
    const client = new CountedRedis({ ...this.#contender.client, ...connection })
    const cached = this.#contender.open(client, this.source.load, policy)
    this.#clients.push(client)
    this.onEnd(async () => {
      await cached.close()
      client.disconnect()
    })
    return cached
  }

  read(cached: Cached, ids: readonly string[]): Promise<void> {
    return this.#tally.read(cached, ids)
  }

  /** How many keys were answered from the cache, in what is being measured. */
  get cached(): number {
    return this.#tally.cached
  }

  /** Changes the row of an ID and invalidates it. From when that is done no reader may be given an older row. */
  async change(cached: Cached, id: string): Promise<void> {
    this.source.change(id)
    const n = this.source.numberOf(id)
    const isDone = await cached.invalidate(id).then(
      () => true,
      () => cached.settled(),
    )
    if (isDone) this.#tally.obey(id, n)
  }

  /** What was read in another process. */
  add(reads: Told, commands: number): void {
    this.#tally.add(reads)
    this.#elsewhere += commands
  }

  /**
   * What the work costs.
   *
   * @param time How long the source may take, ms.
   */
  async measure(work: () => Promise<unknown>, time = SOURCE_TIME): Promise<Counts> {
    const { source } = this
    this.#tally = this.#tally.next()
    this.#elsewhere = 0
    source.reset()
    for (const client of this.#clients) client.commands = 0
    const delay = monitorEventLoopDelay()
    delay.enable()
    const began = performance.now()
    await work()
    const elapsed = performance.now() - began
    delay.disable()
    const { times, reads, cached, loaded, errors, unanswered, older } = this.#tally
    const slow = STORE_TIMEOUT + time + LATE + heldUp(delay)
    return {
      ...{ calls: source.calls, keys: source.keys, running: source.mostRunning },
      commands: this.#elsewhere + this.#clients.reduce((sum, client) => sum + client.commands, 0),
      ...{ reads, cached, loaded, errors, unanswered, older },
      late: times.filter((ms) => ms > slow).length,
      slowest: times.reduce((slowest, ms) => Math.max(slowest, ms), 0),
      elapsed,
    }
  }
}

/** A read may be held up at its beginning, when its answer comes, and by timers in between. */
function heldUp(delay: IntervalHistogram): number {
  return (3 * delay.max) / 1e6
}
