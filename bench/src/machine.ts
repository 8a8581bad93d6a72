/** On what it was measured. */
import { cpus } from 'node:os'
import { Redis } from 'ioredis'
import type { Results } from './outcome.ts'

export async function describeMachine(redisUrl: string): Promise<Pick<Results, 'node' | 'redis' | 'cpu'>> {
  const [first] = cpus()
  return {
    node: process.version,
    redis: await redisVersion(redisUrl),
    cpu: `${first?.model.trim() ?? 'unknown'}, ${cpus().length} cores`,
  }
}

/** Of Valkey that which it is compatible with, and its own. */
async function redisVersion(url: string): Promise<string> {
  const redis = new Redis(url)
  const info = await redis.info('server')
  await redis.quit()
  const told = (field: string) => new RegExp(`^${field}:(.*)$`, 'm').exec(info)?.[1]?.trim()
  const valkey = told('valkey_version')
  return `${told('redis_version')}${valkey === undefined ? '' : ` (Valkey ${valkey})`}`
}
