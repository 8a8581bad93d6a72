/** What a load balancer is told, from the first moment to the last. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, jest, test } from '@jest/globals'
import { until } from '@larder/test/until'
import express from 'express'
import { startCatalog } from '../src/app.ts'
import { openPglite } from '../src/database/pglite.ts'
import { healthRoute, type Phase } from '../src/health.ts'
import { ask } from './support/ask.ts'
import { get } from './support/read-metrics.ts'
import { watch } from './support/watched-database.ts'

jest.setTimeout(120_000)

test('503 while it starts, when all else is refused, 200 once it is ready, and an end with it', async () => {
  const database = watch(await openPglite())
  const port = await anyPort()
  const url = `http://localhost:${port}/`
  const letGo = database.hold()
  const starting = startCatalog({ port, database, log: () => {} })
  await until(() => database.statements.length > 0, 'its first statement')
  const starting503 = await get(url, 'health')
  expect(starting503.status).toBe(503)
  expect(JSON.parse(starting503.body)).toMatchObject({ status: 'starting' })
  expect((await get(url, 'metrics')).status).toBe(503)
  expect((await ask(url, '{ product(id: "1") { name } }')).errors).toMatchObject([
    { extensions: { code: 'STARTING' } },
  ])
  letGo()
  const catalog = await starting
  const { status, body } = await get(url, 'health')
  expect({ status, body: JSON.parse(body) }).toEqual({
    status: 200,
    body: { status: 'ready', cache: JSON.parse(JSON.stringify(catalog.cache.health())) },
  })
  expect(catalog.cache.health()).toMatchObject({ status: 'ok', loaders: { product: { mode: 'on' } } })
  expect((await get(url, 'metrics')).status).toBe(200)
  await catalog.stop()
  await expect(get(url, 'health')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await database.close()
})

test('503 while it closes', async () => {
  let status: Phase = 'ready'
  const server = createServer(
    express().get(
      '/health',
      healthRoute(() => ({ status })),
    ),
  ).listen(0)
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`
  expect((await get(url, 'health')).status).toBe(200)
  status = 'closing'
  expect(await get(url, 'health')).toEqual({ status: 503, body: '{"status":"closing"}' })
  server.close()
})

async function anyPort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
