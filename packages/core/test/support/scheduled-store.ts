/** A store whose every command is executed, and then answered, when the schedule says so. */
import type { Bus, Clock, Leases, Store } from '@larder/core'
import type { StoreOperation } from '@larder/core/testing'
import { isMarkerKey } from '../../src/entry/key.ts'
import type { Loss } from './commands.ts'
import type { InTheAir } from './in-the-air.ts'

export interface Schedules {
  /** Resolves when it is this one's turn. */
  turn(label: string): Promise<void>
  readonly air: InTheAir
  readonly clock: Clock
  /** Is the ID being primed? On a store without leases a prime is a delete like any other. */
  isPrimed(id: string): boolean
  /** Does this command fail, and when? */
  loses(operation: StoreOperation): Loss['leg'] | undefined
  /** Called after each command that was executed. */
  executed(command: string): Promise<void>
}

/** What writes a marker, with leases or without. */
const WRITING: readonly StoreOperation[] = ['mark', 'writeMany']
const INVALIDATING: readonly StoreOperation[] = ['invalidate', 'prime', 'deleteMany']

/**
 * A bus's messages arrive in their own time. `answered` is called when the cache is given the answer to a command that it
 * sent at that time.
 */
export function scheduledStore(
  store: Store,
  cache: string,
  schedules: Schedules,
  answered: (sentAt: number) => void,
): Store {
  const { air, clock } = schedules
  const { leases, bus } = store

  const wrap =
    <I, R>(
      operation: StoreOperation,
      keyOf: (item: NoInfer<I>) => string,
      run: (items: readonly I[]) => Promise<R>,
    ) =>
    async (items: readonly I[]): Promise<R> => {
      const ids = [...new Set(items.map((item) => idOf(keyOf(item))))]
      const command = { cache, operation, ids, leg: 'request' as 'request' | 'reply' }
      const label = `${cache} ${operation} ${ids}`
      const sentAt = clock.monotonic()
      const end = air.commandBegins(command)
      const execute = async () => {
        if (INVALIDATING.includes(operation))
          for (const id of ids) air.invalidated([id], schedules.isPrimed(id))
        if (WRITING.includes(operation) && items.some((item) => isMarkerKey(keyOf(item))))
          air.tagsInvalidated()
        const reply = await run(items)
        command.leg = 'reply'
        await schedules.executed(label)
        return reply
      }
      const lose = (when: string) => {
        end()
        return new Error(`lost ${when} ${label}`)
      }

      const loses = schedules.loses(operation)
      await schedules.turn(label)
      if (loses === 'late') void schedules.turn(`${label}, late`).then(execute)
      if (loses === 'late' || loses === 'request') throw lose('before')
      const reply = await execute()
      await schedules.turn(`${label}: reply`)
      if (loses === 'reply') throw lose('after')
      end()
      answered(sentAt)
      return reply
    }

  const wrapLeases = (leases: Leases): Leases => ({
    acquire: wrap('acquire', byLease, leases.acquire),
    fill: wrap('fill', byLease, leases.fill),
    fail: wrap('fail', byLease, leases.fail),
    release: wrap('release', byLease, leases.release),
    promote: wrap('promote', byLease, leases.promote),
    invalidate: wrap('invalidate', byLease, leases.invalidate),
    prime: wrap('prime', byLease, leases.prime),
    expire: wrap('expire', byLease, leases.expire),
    mark: wrap('mark', byKey, leases.mark),
  })

  const lateBus = (bus: Bus): Bus => ({
    subscribe: (listener) =>
      bus.subscribe(
        (message) => void schedules.turn(`${cache} hears ${message.kind}`).then(() => listener(message)),
      ),
  })

  return {
    readMany: wrap('readMany', String, store.readMany),
    writeMany: wrap('writeMany', byKey, store.writeMany),
    deleteMany: wrap('deleteMany', String, store.deleteMany),
    now: store.now,
    ...(leases && { leases: wrapLeases(leases) }),
    ...(bus && { bus: lateBus(bus) }),
    close: async () => {},
  }
}

const byKey = ({ key }: { readonly key: string }) => key
const byLease = ({ lease }: { readonly lease: string }) => lease

/** The ID in a key `shop:{row//ID}:v1` or `shop:{row//ID}:lease`; of a marker's, `shop:tag:{TAG}`, the tag. */
export function idOf(key: string): string {
  const begins = Math.max(key.lastIndexOf('/'), key.lastIndexOf('{')) + 1
  return key.slice(begins, key.lastIndexOf('}'))
}
