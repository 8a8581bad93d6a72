/** On what it was measured. */
import { cpus } from 'node:os'
import { Redis } from 'ioredis'
import type { Results } from './outcome.ts'

export async function describeMachine(redisUrl: string): Promise<Pick<Results, 'node' | 'redis' | 'cpu'>> {
  const [first] = cpus()
  return {
    node: process.version,
    redis: await redisVersion(redisUrl),
    cpu: `${cpus().length} × ${first?.model ?? 'unknown'}`,
  }
}

/** Valkey tells a version of Redis, too: that which it is compatible with. */
async function redisVersion(url: string): Promise<string> {
  const redis = new Redis(url)
  const info = await redis.info('server')
  await redis.quit()
  const told = (field: string) => new RegExp(`^${field}:(.*)$`, 'm').exec(info)?.[1]?.trim()
  const valkey = told('valkey_version')
  return valkey === undefined ? `Redis ${told('redis_version')}` : `Valkey ${valkey}`
}
