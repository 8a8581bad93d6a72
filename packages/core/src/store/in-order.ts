/** Work on one entity, one piece after the other, in the order in which it was asked for; different ones side by side. */

type Item = { readonly lease: string }

export function inOrder(): <T>(items: readonly Item[], work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()

  return async (items, work) => {
    const before = items.flatMap(({ lease }) => last.get(lease) ?? [])
    const turn = before.length === 0 ? work() : Promise.allSettled(before).then(work)
    for (const { lease } of items) last.set(lease, turn)
    try {
      return await turn
    } finally {
      for (const { lease } of items) if (last.get(lease) === turn) last.delete(lease)
    }
  }
}
