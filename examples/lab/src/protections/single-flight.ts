/** Cache-aside behind a DataLoader for each request, and one query for a key at a time in this process. */
import DataLoader from 'dataloader'
import { cacheByHand } from './by-hand.ts'
import type { Answered, Protection, ProtectionOptions } from './protection.ts'

export function singleFlight(options: ProtectionOptions): Protection {
  const cache = cacheByHand(options)
  const flights = new Map<string, Promise<void>>()

  async function readOne(id: string): Promise<Answered> {
    if (await cache.has(id)) return 'hits'
    const flight = flights.get(id)
    if (flight !== undefined) {
      await flight
      return 'joined'
    }
    const load = cache.load(id).finally(() => flights.delete(id))
    flights.set(id, load)
    await load
    return 'loaded'
  }

  return {
    ...cache,
    read: (id) => new DataLoader((ids: readonly string[]) => Promise.all(ids.map(readOne))).load(id),
    async close() {},
  }
}
