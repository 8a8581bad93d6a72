/** A peer that loses types, with what one would write by hand around it: so that all answer the same. */
import type { Opening, OpenPeer, Peer } from './peer.ts'

/** `revive` is given each value that was found, as it came. */
export function reviving<R>(peer: Peer, revive: (value: R) => R): Peer {
  return {
    ...peer,
    async open<V>(opening: Opening<V>): Promise<OpenPeer<V>> {
      const opened = await peer.open(opening)
      const revived = (value: V) => revive(value as unknown as R) as unknown as V
      return {
        ...opened,
        async readMany(ids) {
          const found = await opened.readMany(ids)
          return found.map((value) =>
            value === null || value === undefined || value instanceof Error ? value : revived(value),
          )
        },
      }
    },
  }
}
