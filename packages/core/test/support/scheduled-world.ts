/**
 * One or two processes over one store and one source, used by several clients at once. A scheduler decides in which order
 * every command of the store is executed and answered, and every load reads its rows and answers.
 */
import {
  CoolingDownError,
  createReport,
  InvalidationPendingError,
  type Loader,
  memoryStore,
  SourceTimeoutError,
  type Store,
} from '@larder/core'
import { manualClock, type StoreOperation } from '@larder/core/testing'
import type { Scheduler } from 'fast-check'
import { isMarkerKey } from '../../src/entry/key.ts'
import type { ClientCommand, Loss, Plan, Slowness } from './commands.ts'
import { drive } from './drive.ts'
import { GrowingSource, type Row } from './growing-source.ts'
import { InTheAir, type Schedule } from './in-the-air.ts'
import { ALL, Law3Checker } from './law-3-checker.ts'
import { ScheduledProcess, type World } from './scheduled-process.ts'
import { idOf } from './scheduled-store.ts'
import type { Setting } from './setting.ts'

const TIME_PASSES = 700
/** Only tokens and stamps make a late write harmless. */
const UNFENCED: readonly StoreOperation[] = ['prime', 'writeMany']

interface Outcome {
  /** What broke law 3. */
  readonly violations: readonly string[]
  /** How often each ID was loaded. */
  readonly loads: ReadonlyMap<string, number>
}

/** Runs a plan in a schedule. */
export async function runWorld(
  scheduler: Scheduler,
  plan: Plan,
  setting: Setting,
  met: Map<Schedule, number>,
): Promise<Outcome> {
  return new ScheduledWorld(scheduler, plan, setting, new InTheAir(met)).run()
}

class ScheduledWorld implements World {
  readonly air: InTheAir
  readonly clock = manualClock()
  readonly #scheduler: Scheduler
  readonly #plan: Plan
  readonly #setting: Setting
  readonly #memory: Store = memoryStore({ clock: this.clock })
  readonly #source = new GrowingSource()
  readonly #checker: Law3Checker
  readonly #processes: readonly ScheduledProcess[]
  readonly #loads = new Map<string, number>()
  #loadCalls = 0
  #lossy = 0
  /** Invalidations that have been rejected, and must have been obeyed in the end. */
  readonly #pending: (() => void)[] = []
  /** By ID: the prime that is under way. */
  readonly #primes = new Map<string, Promise<void>>()

  constructor(scheduler: Scheduler, plan: Plan, setting: Setting, air: InTheAir) {
    this.#scheduler = scheduler
    this.#plan = plan
    this.#setting = setting
    this.air = air
    const isExpected = (error: Error) => {
      const isImpatience = error instanceof SourceTimeoutError || error instanceof CoolingDownError
      return setting.impatient === true && isImpatience
    }
    this.#checker = new Law3Checker({
      source: this.#source,
      clock: this.clock,
      near: setting.near ?? 0,
      isExpected,
      metOlder: () => air.meet('a near hit that is older than an invalidation elsewhere'),
    })
    const store = setting.store(this.#memory)
    this.#processes = setting.versions.map(
      (version, i) => new ScheduledProcess('ABC'.charAt(i), version, store, setting, this),
    )
  }

  async run(): Promise<Outcome> {
    const { clients } = this.#plan
    await this.#drive(clients.map((commands, i) => this.#client(`client ${i + 1}`, commands)))
    for (const obeyed of this.#pending) obeyed()
    await this.executed('all')
    const reading = clients.flat().filter(({ kind }) => kind !== 'change tag')
    const ids = [...new Set(reading.flatMap((command) => command.ids))]
    const reads = this.#processes.map((_, cache) =>
      this.#client('in the end', [{ kind: 'read', cache, ids }]),
    )
    await this.#drive(reads)
    await this.#drive(this.#processes.map(({ close }) => close()))
    return { violations: this.#checker.violations, loads: this.#loads }
  }

  async turn(label: string): Promise<void> {
    await this.#scheduler.schedule(Promise.resolve(), label)
  }

  isPrimed(id: string): boolean {
    return this.#primes.has(id)
  }

  loses(operation: StoreOperation): Loss['leg'] | undefined {
    if (!this.#setting.lossy?.includes(operation)) return undefined
    const nth = this.#lossy++
    const leg = this.#plan.losses.find((loss) => loss.nth === nth)?.leg
    return leg === 'late' && UNFENCED.includes(operation) ? 'request' : leg
  }

  unanswered(what: string): void {
    if (!this.#setting.lossy && !this.#setting.impatient) this.#checker.violations.push(what)
  }

  async executed(command: string): Promise<void> {
    const keys: string[] = []
    for await (const key of this.#memory.scan?.('') ?? []) keys.push(key)
    const stored = await this.#memory.readMany(keys)
    this.#checker.checkStored(
      `after ${command}`,
      keys.flatMap((key, i) =>
        stored[i] === undefined || isMarkerKey(key) ? [] : [[idOf(key), stored[i]] as const],
      ),
    )
  }

  /** The rows are read somewhere between the beginning of a load and its end. */
  async load(process: string, ids: readonly string[]): Promise<(Row | null)[]> {
    const { loads } = this.#plan
    const { before, after } = loads[this.#loadCalls++ % loads.length] as Slowness
    for (const id of ids) this.#loads.set(id, (this.#loads.get(id) ?? 0) + 1)
    const end = this.air.loadBegins(ids)
    for (let i = 0; i < before; i++) await this.turn(`${process} loads ${ids}`)
    const rows = ids.map((id) => this.#source.row(id))
    for (let i = 0; i < after; i++) await this.turn(`${process} loads ${ids}: answer`)
    end()
    return rows
  }

  async #drive(work: readonly Promise<void>[]): Promise<void> {
    if (!(await drive(this.#scheduler, this.clock, work, this.#setting.tags ? 1 : 0)))
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
    const process = this.#processes[cache] as ScheduledProcess
    if (kind === 'read') {
      const check = this.#checker.readBegins(who, process.name, ids)
      const wasCutOff = process.watchContact()
      const report = createReport()
      const answers = await process.rows.loadMany(ids, { report })
      if (report.near > 0) this.air.meet('a near hit')
      check(answers, { cutOff: wasCutOff(), near: report.near })
    } else if (kind === 'time passes') await this.clock.advance(TIME_PASSES)
    else if (kind === 'change silently') this.#source.change(ids[0] as string)
    else if (kind === 'change tag' || kind === 'change all') await this.#changeTagged(kind, process, ids)
    else await this.#change(kind, process, ids)
  }

  async #changeTagged(
    kind: 'change tag' | 'change all',
    { name, rows, invalidateTags }: ScheduledProcess,
    tags: readonly string[],
  ): Promise<void> {
    for (const id of this.#source.ids) this.#source.change(id)
    const obeyed = this.#checker.taggedInvalidationBegins(name, kind === 'change tag' ? tags : [ALL])
    await this.#obeyed(kind === 'change tag' ? invalidateTags(tags) : rows.invalidateAll(), obeyed)
  }

  /** Where the store has not done it yet, it is obeyed in the end. */
  async #obeyed(changing: Promise<unknown>, obeyed: () => void): Promise<boolean> {
    try {
      await changing
      obeyed()
      return true
    } catch (error) {
      if (!(error instanceof InvalidationPendingError)) throw error
      this.air.meet('an undelivered invalidation')
      this.#pending.push(obeyed)
      return false
    }
  }

  /**
   * A prime is a write that no fence orders: which of two changes made at once is primed last is for the application to
   * decide. So while a row is being primed nobody else changes it.
   */
  async #change(
    kind: 'change' | 'prime',
    { name, rows }: ScheduledProcess,
    ids: readonly string[],
  ): Promise<void> {
    while (ids.some((id) => this.#primes.has(id))) await Promise.all(ids.map((id) => this.#primes.get(id)))
    for (const id of new Set(ids)) this.#source.change(id)
    const obeyed = this.#checker.invalidationBegins(name, ids)
    const changing =
      kind === 'prime' && !this.#setting.impatient
        ? this.#prime(rows, ids as [string])
        : rows.invalidateMany(ids)
    if (await this.#obeyed(changing, obeyed)) this.air.invalidationResolved(name, ids)
  }

  async #prime(rows: Loader<string, Row>, [id]: readonly [string]): Promise<void> {
    const priming = rows.prime(id, this.#source.row(id))
    this.#primes.set(
      id,
      priming.catch(() => {}),
    )
    await priming.finally(() => this.#primes.delete(id))
  }
}
