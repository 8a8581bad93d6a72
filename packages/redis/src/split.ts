/** One operation for items of several parts, as one for each part. */

/**
 * Runs `run` for the items of each part, all at once, and aligns the answers to the items. Rejects if any of them has
 * failed, and then once all have settled: `undo` is told what was done in vain.
 */
export async function splitByPart<T, A>(
  items: readonly T[],
  partOf: (item: T) => string,
  run: (part: string, items: readonly T[]) => Promise<A[]>,
  undo?: (items: readonly T[], answers: readonly A[]) => void,
): Promise<A[]> {
  const parts = groupByPart(items, partOf)
  const [only] = parts.keys()
  if (only !== undefined && parts.size === 1) return run(only, items)
  const shares = [...parts].map(async ([part, indexes]) => {
    const share = indexes.map((index) => items[index] as T)
    return { indexes, share, answers: await run(part, share) }
  })
  const outcomes = await Promise.allSettled(shares)
  const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure !== undefined) {
    for (const { share, answers } of done) undo?.(share, answers)
    throw failure.reason
  }
  const aligned: A[] = new Array(items.length)
  for (const { indexes, answers } of done) {
    for (const [at, index] of indexes.entries()) aligned[index] = answers[at] as A
  }
  return aligned
}

/** The indexes of each part's items. */
function groupByPart<T>(items: readonly T[], partOf: (item: T) => string): Map<string, number[]> {
  const parts = new Map<string, number[]>()
  for (const [index, item] of items.entries()) {
    const part = partOf(item)
    const indexes = parts.get(part)
    if (indexes === undefined) parts.set(part, [index])
    else indexes.push(index)
  }
  return parts
}
