/**
 * One or two caches ("processes") over one store and one source, used by several clients at once. A scheduler decides in
 * which order every command of the store is executed and answered, and every load reads its rows and answers.
 */
import {
  CoolingDownError,
  InvalidationPendingError,
  type Loader,
  memoryStore,
  SourceTimeoutError,
  type Store,
} from '@larder/core'
import { manualClock, type StoreOperation } from '@larder/core/testing'
import type { Scheduler } from 'fast-check'
import { wire } from '../../src/create-cache.ts'
import { givenIfYounger, type JoinRule } from '../../src/flights.ts'
import { resolveCacheOptions } from '../../src/resolve-options.ts'
import type { ClientCommand, Loss, Plan, Slowness } from './commands.ts'
import { GrowingSource, type Row } from './growing-source.ts'
import { InTheAir, type Schedule } from './in-the-air.ts'
import { Law3Checker } from './law-3-checker.ts'
import { idOf, type Schedules, scheduledStore } from './scheduled-store.ts'

export interface Setting {
  /** The version of the loader in each cache. */
  readonly versions: readonly number[]
  /** What the caches get of a memory store. */
  readonly store: (store: Store) => Store
  readonly rule?: JoinRule
  /** Operations of the store that may fail. */
  readonly lossy?: readonly StoreOperation[]
  /**
   * Time passes faster than commands and loads end: deadlines, leases and cool-downs do their work. Nothing is primed
   * then: a prime that is executed after its deadline is no longer ordered by anything.
   */
  readonly impatient?: true
}

/** So long that no deadline ends anything. */
const PATIENT = { storeTimeout: 20_000, timeout: 20_000, waitTimeout: 80_000 }
const IMPATIENT = { storeTimeout: 250, timeout: 500, waitTimeout: 2_000 }
const TIME_PASSES = 700
const STEP = 50
const NEVER = 100_000
const UNFENCED: readonly StoreOperation[] = ['prime', 'writeMany']

/** Runs a plan in a schedule, and answers what broke law 3. */
export async function runWorld(
  scheduler: Scheduler,
  plan: Plan,
  setting: Setting,
  met: Map<Schedule, number>,
): Promise<readonly string[]> {
  return new World(scheduler, plan, setting, new InTheAir(met)).run()
}

class World implements Schedules {
  readonly air: InTheAir
  readonly #scheduler: Scheduler
  readonly clock = manualClock()
  readonly #memory: Store = memoryStore({ clock: this.clock })
  readonly #source = new GrowingSource()
  readonly #checker: Law3Checker
  readonly #caches: readonly CacheOfWorld[]
  readonly #plan: Plan
  readonly #setting: Setting
  readonly #timeouts: typeof PATIENT
  #loads = 0
  #lossy = 0
  /** Invalidations that have been rejected, and must have been obeyed in the end. */
  readonly #pending: (() => void)[] = []
  /** By cache: whether it has last heard from the store or failed to, and how often it has failed. */
  readonly #contacts = new Map<string, { isOut: boolean; errors: number }>()
  /** By ID: the prime that is under way. */
  readonly #primes = new Map<string, Promise<void>>()

  constructor(scheduler: Scheduler, plan: Plan, setting: Setting, air: InTheAir) {
    this.#scheduler = scheduler
    this.#plan = plan
    this.#setting = setting
    this.air = air
    this.#timeouts = setting.impatient ? IMPATIENT : PATIENT
    this.#checker = new Law3Checker(this.#source, (error) => {
      return (
        setting.impatient === true &&
        (error instanceof SourceTimeoutError || error instanceof CoolingDownError)
      )
    })
    const store = setting.store(this.#memory)
    this.#caches = setting.versions.map((version, i) => this.#cache('AB'.charAt(i), version, store))
  }

  async run(): Promise<readonly string[]> {
    const { clients } = this.#plan
    await this.#drive(clients.map((commands, i) => this.#client(`client ${i + 1}`, commands)))
    for (const obeyed of this.#pending) obeyed()
    await this.executed('all')
    const ids = [...new Set(clients.flat().flatMap((command) => command.ids))]
    await this.#drive(
      this.#caches.map((_, cache) => this.#client('in the end', [{ kind: 'read', cache, ids }])),
    )
    await this.#drive(this.#caches.map(({ close }) => close()))
    return this.#checker.violations
  }

  async turn(label: string): Promise<void> {
    await this.#scheduler.schedule(Promise.resolve(), label)
  }

  isPrimed(id: string): boolean {
    return this.#primes.has(id)
  }

  answered(cache: string, sentAt: number): void {
    if (this.clock.monotonic() < sentAt + this.#timeouts.storeTimeout) this.#heardFrom(cache).isOut = false
  }

  loses(operation: StoreOperation): Loss['leg'] | undefined {
    if (!this.#setting.lossy?.includes(operation)) return undefined
    const nth = this.#lossy++
    const leg = this.#plan.losses.find((loss) => loss.nth === nth)?.leg
    // Only tokens and stamps make a late write harmless.
    return leg === 'late' && UNFENCED.includes(operation) ? 'request' : leg
  }

  #heardFrom(cache: string) {
    const contact = this.#contacts.get(cache) ?? { isOut: false, errors: 0 }
    this.#contacts.set(cache, contact)
    return contact
  }

  async executed(command: string): Promise<void> {
    const keys: string[] = []
    for await (const key of this.#memory.scan?.('') ?? []) keys.push(key)
    const stored = await this.#memory.readMany(keys)
    this.#checker.checkStored(
      `after ${command}`,
      keys.flatMap((key, i) => (stored[i] === undefined ? [] : [[idOf(key), stored[i]] as const])),
    )
  }

  /** Until all clients have ended and nothing moves any more. Time passes only when nothing else can happen. */
  async #drive(clients: readonly Promise<void>[]): Promise<void> {
    let ended = false
    let idle = 0
    void Promise.all(clients).then(() => {
      ended = true
    })
    while (idle < NEVER) {
      await this.clock.advance(idle > 0 ? STEP : 0)
      if (this.#scheduler.count() > 0) {
        await this.#scheduler.waitOne()
        idle = 0
      } else if (ended && this.clock.timers === 0) return
      else idle += STEP
    }
    this.#checker.violations.push('a command of a client never ended')
  }

  async #client(who: string, commands: readonly ClientCommand[]): Promise<void> {
    for (const command of commands) {
      await this.turn(`${who}: ${command.kind} ${command.ids}`)
      try {
        await this.#execute(who, command)
      } catch (error) {
        this.#checker.violations.push(`${who}: ${command.kind} ${command.ids} rejected: ${error}`)
      }
    }
  }

  async #execute(who: string, { kind, cache, ids }: ClientCommand): Promise<void> {
    const { name, rows } = this.#caches[cache] as CacheOfWorld
    if (kind === 'read') {
      const check = this.#checker.readBegins(who, name, ids)
      const contact = this.#heardFrom(name)
      const { isOut, errors } = contact
      const answers = await rows.loadMany(ids)
      check(answers, isOut || contact.errors > errors)
    } else if (kind === 'time passes') await this.clock.advance(TIME_PASSES)
    else if (kind === 'change silently') this.#source.change(ids[0] as string)
    else await this.#change(kind, name, rows, ids)
  }

  /**
   * A prime is a write that no fence orders: which of two changes made at once is primed last is for the application to
   * decide. So while a row is being primed nobody else changes it.
   */
  async #change(
    kind: 'change' | 'prime',
    name: string,
    rows: Loader<string, Row>,
    ids: readonly string[],
  ): Promise<void> {
    while (ids.some((id) => this.#primes.has(id))) await Promise.all(ids.map((id) => this.#primes.get(id)))
    for (const id of new Set(ids)) this.#source.change(id)
    const obeyed = this.#checker.invalidationBegins(name, ids)
    const changing =
      kind === 'prime' && !this.#setting.impatient
        ? this.#prime(rows, ids as [string])
        : rows.invalidateMany(ids)
    try {
      await changing
      obeyed()
      this.air.invalidationResolved(name, ids)
    } catch (error) {
      if (!(error instanceof InvalidationPendingError)) throw error
      this.air.meet('an undelivered invalidation')
      this.#pending.push(obeyed)
    }
  }

  async #prime(rows: Loader<string, Row>, [id]: readonly [string]): Promise<void> {
    const priming = rows.prime(id, this.#source.row(id))
    this.#primes.set(
      id,
      priming.catch(() => {}),
    )
    await priming.finally(() => this.#primes.delete(id))
  }

  #cache(name: string, version: number, shared: Store): CacheOfWorld {
    const store = scheduledStore(shared, name, this)
    const settings = resolveCacheOptions({
      namespace: 'shop',
      store,
      clock: this.clock,
      storeTimeout: this.#timeouts.storeTimeout,
    })
    const cache = wire(settings, this.#setting.rule ?? givenIfYounger)
    const contact = this.#heardFrom(name)
    cache.on('store-error', ({ operation, error }) => {
      contact.isOut = true
      contact.errors++
      if (!this.#setting.lossy && !this.#setting.impatient)
        this.#checker.violations.push(`${operation} failed: ${error.cause}`)
    })
    cache.on('load', ({ background }) => background && this.air.meet('a refresh'))
    cache.on('fill-refused', () => this.air.meet('a refused fill'))
    cache.on('upgraded', () => this.air.meet('an upgrade'))
    const rows = cache.loader('row', (ids: readonly string[]) => this.#load(name, ids), {
      version,
      upgrade: Object.fromEntries(Array.from({ length: version - 1 }, (_, i) => [i + 1, (row: Row) => row])),
      ttl: '1s',
      grace: '1m',
      missingTtl: '1s',
      timeout: this.#timeouts.timeout,
      waitTimeout: this.#timeouts.waitTimeout,
    })
    return { name, rows, close: cache.close }
  }

  /** The rows are read somewhere between the beginning of a load and its end. */
  async #load(cache: string, ids: readonly string[]): Promise<(Row | null)[]> {
    const { loads } = this.#plan
    const { before, after } = loads[this.#loads++ % loads.length] as Slowness
    const end = this.air.loadBegins(ids)
    for (let i = 0; i < before; i++) await this.turn(`${cache} loads ${ids}`)
    const rows = ids.map((id) => this.#source.row(id))
    for (let i = 0; i < after; i++) await this.turn(`${cache} loads ${ids}: answer`)
    end()
    return rows
  }
}

interface CacheOfWorld {
  readonly name: string
  readonly rows: Loader<string, Row>
  readonly close: () => Promise<void>
}
