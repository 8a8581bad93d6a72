import { type CacheOptions, createCache, type EventName, type Events, memoryStore } from '@larder/core'
import { faultyStore, type ManualClock, manualClock } from '@larder/core/testing'

/**
 * A cache on a clock and a store that the test holds in its hands. Chance draws 0: lifetimes are the whole `ttl`, nothing
 * is refreshed early, cool-downs are not lengthened.
 */
export function observedCache(options: Partial<CacheOptions> & { readonly clock?: ManualClock } = {}) {
  const { clock = manualClock() } = options
  clock.draw = () => 0
  const store = faultyStore(options.store ?? memoryStore({ clock }))
  const cache = createCache({ namespace: 'shop', ...options, clock, store })

  /** The events of a kind from now on. */
  function record<N extends EventName>(name: N): readonly Events[N][] {
    const events: Events[N][] = []
    cache.on(name, (event) => events.push(event))
    return events
  }

  /** How many commands the store was sent while `work` ran, by name. */
  async function commandsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = countCommands()
    await work()
    // What nobody waits for goes out in later turns.
    await clock.advance(0)
    const after = countCommands()
    return Object.fromEntries(
      COMMANDS.flatMap((name) => (after[name] === before[name] ? [] : [[name, after[name] - before[name]]])),
    )
  }

  const countCommands = () =>
    Object.fromEntries(COMMANDS.map((name) => [name, store.calls(name).length])) as Record<Command, number>

  return { cache, clock, store, record, commandsOf }
}

const COMMANDS = [
  ...(['readMany', 'writeMany', 'deleteMany', 'acquire', 'fill', 'fail', 'release'] as const),
  ...(['promote', 'invalidate', 'prime', 'expire', 'mark'] as const),
]
type Command = (typeof COMMANDS)[number]

/** How a promise ends, without anyone having to catch it meanwhile. */
export function outcomeOf<T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown }> {
  return promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
}
