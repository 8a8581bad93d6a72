import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { startSentinel } from './support/redis-sentinel.ts'

test('a replica that is cut off is promoted with what it had', async () => {
  const redis = await startSentinel()
  const client = new Redis(redis.options)
  client.on('error', () => {}) // The master is killed on purpose.
  await client.set('before', 'kept')
  await redis.replicated()
  await redis.cutReplication()
  await client.set('after', 'lost')
  await redis.loseMaster()
  expect(await client.mget('before', 'after')).toEqual(['kept', null])
  client.disconnect()
  await redis.stop()
})

test('a Sentinel and its servers die with the process that started them, even if that gets a SIGKILL', async () => {
  const module = JSON.stringify(new URL('./support/redis-sentinel.ts', import.meta.url))
  const program = `import { startSentinel } from ${module}; const { options, master, replica } = await startSentinel()
    console.log([options.sentinels[0].port, master.port, replica.port].join())`
  const starter = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [ports] = await once(starter.stdout, 'data')
  const connections = `${ports}`.split(',').map((port) => connect(Number(port), '127.0.0.1'))
  await Promise.all(connections.map((connection) => once(connection, 'connect')))

  // A server that is killed may reset its connections, which is as good an end.
  const closed = connections.map(
    (connection) => new Promise((resolve) => connection.on('error', () => {}).on('close', resolve)),
  )
  starter.kill('SIGKILL')
  await Promise.all(closed)
})
