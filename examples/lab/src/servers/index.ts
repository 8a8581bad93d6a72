/** The servers that the catalogue and the lab stand on: those that the environment names, and otherwise some of their own. */
import { startPostgres } from '@larder/test/postgres-server'
import { startRedis } from '@larder/test/redis-server'

export { MissingProgramError } from '@larder/test/missing-program-error'

export interface Servers {
  readonly databaseUrl: string
  readonly redisUrl: string
  /** Those that were started, for people. */
  readonly started: readonly ('Postgres' | 'Redis')[]
  /** Ends those that were started. Safe to call again. */
  stop(): Promise<void>
}

/**
 * What was started ends with this process, however that ends.
 *
 * @param environment What is empty counts as not set.
 * @throws MissingProgramError where a server is to be started that is not installed.
 */
export async function startServers(environment: {
  readonly DATABASE_URL?: string | undefined
  readonly REDIS_URL?: string | undefined
}): Promise<Servers> {
  const redis = environment.REDIS_URL ? undefined : await startRedis()
  try {
    const postgres = environment.DATABASE_URL ? undefined : await startPostgres()
    return {
      databaseUrl: postgres?.url ?? String(environment.DATABASE_URL),
      redisUrl: redis?.url ?? String(environment.REDIS_URL),
      started: [...(postgres ? ['Postgres' as const] : []), ...(redis ? ['Redis' as const] : [])],
      async stop() {
        await Promise.all([postgres?.stop(), redis?.stop()])
      },
    }
  } catch (error) {
    await redis?.stop()
    throw error
  }
}
