/**
 * A share of the keys, by a hash of the key: a key that is in the sample is in it at every read, so that its entry is there
 * to be compared. Each process has another sample, so that a fleet sees them all.
 */
export class Sample {
  readonly #share: number
  readonly #random: () => number
  #seed: number | undefined

  /** @param share Above 0, up to 1. */
  constructor(share: number, random: () => number) {
    this.#share = share
    this.#random = random
  }

  has(key: string): boolean {
    if (this.#share >= 1) return true
    this.#seed ??= Math.floor(this.#random() * 2 ** 32)
    return hash(key, this.#seed) < this.#share * 2 ** 32
  }
}

/** FNV-1a over the code units, then the finalizer of MurmurHash3: without it, like keys would be sampled together. */
function hash(text: string, seed: number): number {
  let state = seed ^ 0x811c9dc5
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}
