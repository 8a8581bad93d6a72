/** What an invalidation does in this process at once: whether it is ours or was heard of. */

interface Concerned {
  readonly flights: { detach(key: string): void }
  readonly near: { drop(key: string): void } | undefined
}

/** Who reads from now on is given no older flight, and nothing older that is near. */
export function takeEffect({ flights, near }: Concerned, key: string): void {
  flights.detach(key)
  near?.drop(key)
}
