/** One round of load over HTTP: 16 connections, each sending what is its own of the script, one request after the other. */
import autocannon from 'autocannon'
import type { Asking } from './script.ts'

export const CONNECTIONS = 16

export interface Fired {
  /** From the first request to the last answer. */
  readonly ms: number
  /** Of each answer. */
  readonly latencies: readonly number[]
}

/** @throws on an answer that is not 200, has errors or does not come. */
export async function fire(url: string, askings: readonly Asking[]): Promise<Fired> {
  const perConnection = askings.length / CONNECTIONS
  const requests = askings.map((body) => ({ body }))
  const latencies: number[] = []
  let began = 0
  let ended = 0
  let connection = 0
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: new URL('graphql', url).href,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        connections: CONNECTIONS,
        amount: askings.length,
        // How often it looks whether all is done.
        sampleInt: 20,
        timeout: 30,
        requests: [{ body: '' }],
        setupClient(client) {
          const from = connection++ * perConnection
          client.setRequests(requests.slice(from, from + perConnection))
        },
        verifyBody: (body) => body?.toString().startsWith('{"data":') === true,
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    )
    instance.on('start', () => {
      began = performance.now()
    })
    instance.on('response', (_client, _status, _bytes, ms) => {
      ended = performance.now()
      latencies.push(ms)
    })
  })
  const { errors, mismatches, non2xx } = result
  if (errors + mismatches + non2xx > 0 || latencies.length !== askings.length) {
    throw new Error(
      `Expected ${askings.length} answers without errors, received ${latencies.length} from ${url}: ` +
        `${non2xx} not 2xx, ${mismatches} with errors in them, ${errors} that did not come.`,
    )
  }
  return { ms: ended - began, latencies }
}
