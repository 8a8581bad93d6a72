/** Which Redis it is. */
import { Redis } from 'ioredis'

/** Of Valkey that which it is compatible with, and its own. */
export async function redisVersion(url: string): Promise<string> {
  const redis = new Redis(url)
  const info = await redis.info('server')
  await redis.quit()
  const told = (field: string) => new RegExp(`^${field}:(.*)$`, 'm').exec(info)?.[1]?.trim()
  const valkey = told('valkey_version')
  return `${told('redis_version')}${valkey === undefined ? '' : ` (Valkey ${valkey})`}`
}
