import { afterAll, beforeAll } from '@jest/globals'
import { type Servers, startServers } from '../../src/servers/index.ts'

/** A Postgres and a Redis for the whole of a test file. */
export function useServers(): Pick<Servers, 'databaseUrl' | 'redisUrl'> {
  let servers: Servers
  beforeAll(async () => {
    servers = await startServers({})
  })
  afterAll(() => servers?.stop())
  return {
    get databaseUrl() {
      return servers.databaseUrl
    },
    get redisUrl() {
      return servers.redisUrl
    },
  }
}
