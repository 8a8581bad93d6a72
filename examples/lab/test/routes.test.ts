import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { until } from '@larder/test/until'
import express from 'express'
import { type RunEvent, readPlan } from '../src/contract/index.ts'
import { createLab, type Lab, openBackend } from '../src/index.ts'

jest.setTimeout(60_000)

const plan = { ...readPlan({ rate: 50, seconds: 5, query: 10, pool: 2 }), protections: ['larder'] }
let lab: Lab
let http: Server
let url: string

beforeEach(async () => {
  lab = createLab(openBackend({}))
  http = createServer(express().use('/lab', lab.routes)).listen(0)
  await once(http, 'listening')
  url = `http://localhost:${(http.address() as AddressInfo).port}/lab`
})
afterEach(async () => {
  await lab.close()
  http.closeAllConnections()
  await new Promise((resolve) => http.close(resolve))
})

test('it says what it is', async () => {
  expect(await answer(ask('/about'))).toEqual([
    200,
    { database: 'simulated', store: 'memory', mostProcesses: 1, running: null },
  ])
})

test('a run tells all of itself in order, to who listens from the beginning, comes late, or comes again', async () => {
  const id = await start()
  expect((await answer(ask('/about')))[1]).toMatchObject({ running: { id, plan } })
  const events = await eventsOf(id)
  const types = events.map(({ event }) => event.type)
  expect(types).toEqual(['begins', ...new Array(types.length - 3).fill('sample'), 'totals', 'ended'])
  expect(events.at(-1)?.event).toEqual({ type: 'ended', how: 'done' })
  expect(events.map((event) => event.id)).toEqual(events.map((_, i) => i))

  expect(await eventsOf(id)).toEqual(events)
  expect(await eventsOf(id, { 'last-event-id': '1' })).toEqual(events.slice(2))
  expect(await eventsOf(id, { 'last-event-id': '99999999999999999999' })).toEqual([])
  expect(await answer(ask('/about'))).toMatchObject([200, { running: null }])
})

test('a second run at the same time is refused, and says which one goes on; one that is stopped says so', async () => {
  const id = await start()
  expect(await answer(post(plan))).toMatchObject([
    409,
    { running: id, message: expect.stringMatching(/goes on/) },
  ])
  const events = eventsOf(id)
  expect((await ask(`/runs/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await events).at(-1)?.event).toEqual({ type: 'ended', how: 'stopped' })
  await start()
  expect((await ask(`/runs/${id}/events`)).status).toBe(404)
})

test('what the lab does not do is refused in words', async () => {
  expect(await answer(post({ ...plan, rate: 1_000_000 }))).toMatchObject([
    400,
    { message: /^rate: expected/ },
  ])
  expect(await answer(post({ ...plan, processes: 2 }))).toMatchObject([
    400,
    { message: 'processes: expected at most 1, since there is no Redis to share, received 2.' },
  ])
  expect(await answer(post([plan]))).toMatchObject([400, { message: /an object/ }])
  expect(await answer(post({ ...plan, rate: { toString: 1 } }))).toMatchObject([400, { message: /^rate: / }])
  expect(await answer(ask('/runs', { method: 'POST', headers: json, body: '{' }))).toMatchObject([400, {}])
  expect(await answer(ask('/runs', { method: 'POST', body: JSON.stringify(plan) }))).toMatchObject([415, {}])
  expect(await answer(ask('/runs/none', { method: 'DELETE' }))).toMatchObject([404, {}])
})

test('a lab that closes stops its run, and leaves no process', async () => {
  const id = await start()
  const events = eventsOf(id)
  await lab.close()
  expect((await events).at(-1)?.event).toEqual({ type: 'ended', how: 'stopped' })
  expect(kill('worker/main.ts')).toBe(false)
})

test('a server process that dies fails the run, which says so', async () => {
  const id = await start()
  const events = eventsOf(id)
  await until(() => kill('worker/main.ts'), 'the process of the run to be there')
  expect((await events).at(-1)?.event).toMatchObject({
    type: 'ended',
    how: 'failed',
    message: expect.stringMatching(/ended with SIGKILL/),
  })
})

/** A child of this process, by a part of its command line. Whether there was one. */
function kill(command: string): boolean {
  return spawnSync('pkill', ['-KILL', '-P', String(process.pid), '-f', command]).status === 0
}

const json = { 'content-type': 'application/json' }

function ask(path: string, options: RequestInit = {}): Promise<Response> {
  return fetch(url + path, options)
}

function post(body: unknown): Promise<Response> {
  return ask('/runs', { method: 'POST', headers: json, body: JSON.stringify(body) })
}

async function answer(asked: Promise<Response>): Promise<[number, unknown]> {
  const response = await asked
  return [response.status, await response.json()]
}

async function start(): Promise<string> {
  const [status, body] = await answer(post(plan))
  expect(status).toBe(201)
  return (body as { readonly id: string }).id
}

/** All until the stream ends. */
async function eventsOf(
  id: string,
  headers: Record<string, string> = {},
): Promise<{ readonly id: number; readonly event: RunEvent }[]> {
  const response = await ask(`/runs/${id}/events`, { headers })
  expect(response.headers.get('content-type')).toMatch('text/event-stream')
  const text = await response.text()
  return [...text.matchAll(/^id: (\d+)\ndata: (.*)\n\n/gm)].map(([, number, data]) => ({
    id: Number(number),
    event: JSON.parse(data as string),
  }))
}
