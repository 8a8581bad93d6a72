import { expect, test } from '@jest/globals'
import { openBackend } from '../../src/run/open-backend.ts'
import { useServers } from '../support/use-servers.ts'

const servers = useServers()

test('results say of which versions the servers were, and nothing of what is simulated', async () => {
  const { redisUrl } = servers
  const version = expect.stringMatching(/^\d+(\.\d+)+( \(Valkey [\d.]+\))?$/)
  expect(await openBackend(servers).versions()).toEqual({
    postgres: version,
    redis: version,
  })
  expect(await openBackend({ redisUrl }).versions()).toEqual({ redis: version })
  expect(await openBackend({}).versions()).toEqual({})
})
