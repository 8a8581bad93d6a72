/** Hits within the process: what a near cache costs beside a Map. */
import { dataLoaderOverMap } from '../peers/dataloader-over-map.ts'
import { peersWithMemory } from '../peers/index.ts'
import { larderNear, larderNearThroughDataLoader } from '../peers/larder.ts'
import { check, product } from '../products.ts'
import { batchesOfHits } from './batches-of-hits.ts'
import type { Task } from './task.ts'

export const nearHits: Task = (setting) =>
  batchesOfHits(
    {
      task: 'near-hits',
      title: 'One batch of 100 hits after the other, all in the process.',
      keys: 100,
      base: dataLoaderOverMap,
      peers: [larderNear, larderNearThroughDataLoader, ...peersWithMemory],
      make: product,
      check,
    },
    setting,
  )
