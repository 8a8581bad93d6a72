/** Bounds for an LRUCache that grows as it fills: with its option `max` it would reserve room for that many at once. */
export function bounded(most: number) {
  return { maxSize: most, sizeCalculation: () => 1 }
}
