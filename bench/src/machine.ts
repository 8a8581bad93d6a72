/** On what it was measured. */
import { cpus } from 'node:os'
import { redisVersion } from '@larder/test/redis-version'
import type { Results } from './outcome.ts'

export async function describeMachine(redisUrl: string): Promise<Pick<Results, 'node' | 'redis' | 'cpu'>> {
  const [first] = cpus()
  return {
    node: process.version,
    redis: await redisVersion(redisUrl),
    cpu: `${first?.model.trim() ?? 'unknown'}, ${cpus().length} cores`,
  }
}
