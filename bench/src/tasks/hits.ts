/** Plain values in Redis, read in batches of 10, 100 and 1,000: what a cache adds to a read. */
import { dataLoaderOverRaw } from '../peers/dataloader.ts'
import { peers } from '../peers/index.ts'
import {
  larder,
  larderThroughDataLoader,
  larderThroughDataLoaderUnfrozen,
  larderUnfrozen,
} from '../peers/larder.ts'
import { raw } from '../peers/raw.ts'
import { redisDataLoader } from '../peers/redis-dataloader.ts'
import { check, product } from '../products.ts'
import { batchesOfHits } from './batches-of-hits.ts'
import type { Task } from './task.ts'

export const hits10 = hits(10)
export const hits100 = hits(100)
export const hits1000 = hits(1_000)

function hits(keys: number): Task {
  const of = {
    task: `hits-${keys}`,
    title: `One batch of ${keys} hits after the other, all in Redis: values of about 790 bytes.`,
    keys,
    base: raw,
    peers: [larder, larderUnfrozen, larderThroughDataLoader, ...peers],
    make: product,
    check,
  }
  return (setting) => batchesOfHits(of, setting)
}

/** Among those who use DataLoader anyway. */
export const hits100DataLoader: Task = (setting) =>
  batchesOfHits(
    {
      task: 'hits-100-dataloader',
      title: 'One batch of 100 hits after the other, each through a DataLoader of its own.',
      keys: 100,
      base: dataLoaderOverRaw,
      peers: [larderThroughDataLoader, larderThroughDataLoaderUnfrozen, redisDataLoader],
      make: product,
      check,
    },
    setting,
  )
