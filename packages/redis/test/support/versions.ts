import { Redis } from 'ioredis'
import { Redis as Redis5 } from 'ioredis5'

/** The major versions of ioredis on which the store works. */
export const versions = [
  { version: 'ioredis 6', Client: Redis },
  { version: 'ioredis 5', Client: Redis5 as unknown as typeof Redis },
]
