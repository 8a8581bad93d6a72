/** A DataLoader per request over a Map: the least that a hit within the process can cost whoever uses DataLoader. */
import DataLoader from 'dataloader'
import { loadOne } from './cache-aside.ts'
import { installed } from './installed.ts'
import type { Opening, OpenPeer, Peer } from './peer.ts'

export const dataLoaderOverMap: Peer = {
  name: 'dataloader over a Map',
  version: installed('dataloader'),
  settings: 'A DataLoader per request; its batch function looks values up in a Map. Nothing expires.',
  async open<V>(opening: Opening<V>): Promise<OpenPeer<V>> {
    const values = new Map<string, V | null>()
    const lookUp = async (id: string) => {
      const value = await loadOne(opening, id)
      values.set(id, value)
      return value
    }
    const request = () =>
      new DataLoader<string, V | null>(async (ids) => {
        const found = ids.map((id) => values.get(id))
        return found.includes(undefined) ? Promise.all(ids.map(lookUp)) : (found as (V | null)[])
      })
    return {
      readMany: (ids) => request().loadMany(ids),
      read: (id) => request().load(id),
      close: async () => {},
    }
  },
}
