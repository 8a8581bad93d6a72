/** `npm run start:real`: the catalogue on a Postgres and a Redis; what the environment does not name it starts. */
import { MissingProgramError, type Servers, startServers } from '@larder/lab/servers'
import { startCatalog } from './app.ts'
import { readEnvironment } from './environment.ts'
import { type Running, run } from './run.ts'
import { StartError } from './start-error.ts'

await run(async () => {
  const options = readEnvironment(process.env)
  const servers = await startServers(process.env).catch((error) => {
    throw error instanceof MissingProgramError ? new StartError(error.message, { cause: error }) : error
  })
  try {
    const { databaseUrl, redisUrl } = servers
    return onServers(servers, await startCatalog({ ...options, databaseUrl, redisUrl }))
  } catch (error) {
    await servers.stop()
    throw error
  }
})

/** The servers end after what uses them. */
function onServers({ started, stop }: Servers, catalog: Running): Running {
  return {
    url: catalog.url,
    note:
      started.length > 0
        ? `started ${started.join(' and ')}`
        : 'uses the servers that DATABASE_URL and REDIS_URL name',
    async stop() {
      await catalog.stop()
      await stop()
    },
  }
}
