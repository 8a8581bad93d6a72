/** Who meets the stampede: without any help, with a promise shared in each process, peers, and Larder. */
import { caches } from '../peers/index.ts'
import { larder, larderWithGrace } from '../peers/larder.ts'
import type { Peer } from '../peers/peer.ts'
import { rawFilling } from '../peers/raw.ts'
import { sharedByHand } from '../peers/shared-by-hand.ts'

export interface Contestant extends Peer {
  /** It promises one query in all processes, and fails the run with another number of them. */
  readonly promisesOne?: boolean
  /** What has expired is still there, and is served: it need not be gone before readers come. */
  readonly servesStale?: boolean
}

export const contestants: readonly Contestant[] = [
  { ...rawFilling, name: 'none' },
  { ...sharedByHand, name: 'single flight per process' },
  ...caches,
  { ...larder, promisesOne: true },
  { ...larderWithGrace, promisesOne: true, servesStale: true },
]
