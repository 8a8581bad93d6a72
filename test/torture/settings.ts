/** Durations so short that everything happens often, in milliseconds. The processes obey them, the checker knows them. */

export const NAMESPACE = 'torture'
export const LOADER = 'row'
/** What all store keys of a row begin with. */
export const keyPrefixOf = (id: string): string => `${NAMESPACE}:{${LOADER}//${id}}:`

export const STORE_TIMEOUT = 200
/** Shorter than an entry lives, so that the near caches' own limit is what ends most of what they keep. */
export const NEAR_TTL = 300
export const TTL = 500
export const GRACE = 400
export const JITTER = 0.1
export const LOAD_TIMEOUT = 300
/** For how long the engine takes a lease: `timeout`, and twice `storeTimeout` for the way there and back. */
export const LEASE_LIFE = LOAD_TIMEOUT + 2 * STORE_TIMEOUT
export const WAIT_TIMEOUT = LEASE_LIFE + 100
export const COOL_DOWN = { base: 150, cap: 600 }
/** Less than the keys of the largest read, so that loads come in chunks. */
export const MAX_BATCH_SIZE = 4

/** Often written, so that reads race invalidations. */
export const HOT = ids('hot', 8)
/** Seldom written, so that there are episodes that nothing touches. */
export const COLD = ids('cold', 16)
export const IDS: readonly string[] = [...HOT, ...COLD]

/** What a row bears: a tag of its own, and one that some others bear, too. */
export const tagsOf = (id: string): readonly string[] => {
  const [kind, number] = id.split('-')
  return [`row ${id}`, `${kind} ${Number(number) % 3}`]
}
export const bearersOf = (tag: string): readonly string[] => IDS.filter((id) => tagsOf(id).includes(tag))
/**
 * By how much the clocks of two nodes may seem to part, ms: what is loaded so soon after a tag of it was invalidated may be
 * loaded again.
 */
export const TAG_SLACK = 300

/**
 * Where a process is not run, or the store does not answer, for longer than this, leases may end by no fault of the
 * engine. Not below it: an answer to `acquire`, the longest load with a late timer, and a fill take less than a lease's
 * life.
 */
export const STALL = 100

function ids(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${name}-${i + 1}`)
}
