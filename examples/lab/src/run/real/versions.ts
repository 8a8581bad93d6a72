/** Which servers a run stands on, as they say themselves. */
import { redisVersion } from '@larder/test/redis-version'
import pg from 'pg'
import type { Versions } from '../backend.ts'

export async function askVersions(
  databaseUrl: string | undefined,
  redisUrl: string | undefined,
): Promise<Versions> {
  return {
    ...(databaseUrl !== undefined && { postgres: await postgresVersion(databaseUrl) }),
    ...(redisUrl !== undefined && { redis: await redisVersion(redisUrl) }),
  }
}

/** Without what its packager has added. */
async function postgresVersion(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query('show server_version')
    return rows[0].server_version.split(' ')[0]
  } finally {
    await client.end()
  }
}
