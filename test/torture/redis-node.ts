/** One server under torture, alone or of a Cluster, with what the run needs of it. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { FILL } from '@larder/redis/internal/scripts'
import { Redis } from 'ioredis'
import type { RedisServer } from '../support/redis-server.ts'
import { type RedisProxy, startProxy } from './proxy.ts'

export interface RedisNode {
  readonly server: RedisServer
  /** For commands that are part of a fault, and for looking at what is stored. */
  readonly admin: Redis
  readonly proxy: RedisProxy
}

/** @param undo Told, step by step, how to end what is opened here. */
export async function openNode(server: RedisServer, undo: (step: () => unknown) => void): Promise<RedisNode> {
  // What a restart leaves unanswered is sent again.
  const admin = new Redis({ ...server.options, maxRetriesPerRequest: null })
  admin.on('error', () => {})
  undo(() => admin.disconnect())
  await once(admin, 'ready')
  const proxy = await startProxy(server.port, createHash('sha1').update(FILL).digest('hex'))
  undo(() => proxy.close())
  return { server, admin, proxy }
}
