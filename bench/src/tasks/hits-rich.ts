/** Values with Dates: what it costs that a hit equals a miss. */
import { checkDated, datedProduct, reviveDates } from '../dated-products.ts'
import { peers } from '../peers/index.ts'
import { larder, larderThroughDataLoader, larderUnfrozen } from '../peers/larder.ts'
import { raw } from '../peers/raw.ts'
import { reviving } from '../peers/reviving.ts'
import { batchesOfHits } from './batches-of-hits.ts'
import type { Task } from './task.ts'

/** All but Larder know JSON alone, and are given the Dates back by hand, field by field. */
export const hits100Rich: Task = (setting) =>
  batchesOfHits(
    {
      task: 'hits-100-rich',
      title:
        'One batch of 100 hits after the other, with three Dates each. All but Larder revive them by hand.',
      keys: 100,
      base: reviving(raw, reviveDates),
      peers: [
        larder,
        larderUnfrozen,
        larderThroughDataLoader,
        ...peers.map((peer) => reviving(peer, reviveDates)),
      ],
      make: datedProduct,
      check: checkDated,
    },
    setting,
  )
