/** `items` in pieces of at most `size`, in order. */
export function chunksOf<T>(items: readonly T[], size: number): (readonly T[])[] {
  if (items.length <= size) return [items]
  const chunks: (readonly T[])[] = []
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size))
  return chunks
}
