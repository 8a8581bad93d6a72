/** Caching must not show in what is answered. */
import type { Asking } from './script.ts'

interface Serving {
  readonly name: string
  readonly url: string
}

/** @throws where the `data` of any server differs, by a byte, from that of the first. */
export async function compareAnswers(servers: readonly Serving[], askings: readonly Asking[]): Promise<void> {
  for (const asking of askings) {
    const [expected, ...others] = await Promise.all(servers.map(({ url }) => ask(url, asking)))
    const wrong = others.findIndex((answer) => answer !== expected)
    if (wrong === -1) continue
    throw new Error(
      `Expected of ${servers[wrong + 1]?.name}, for ${asking}:\n${expected}\nreceived:\n${others[wrong]}`,
    )
  }
}

async function ask(url: string, body: Asking): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(new URL('graphql', url), { method: 'POST', headers, body })
  const { data, errors } = (await response.json()) as { readonly data?: unknown; readonly errors?: unknown }
  if (response.status !== 200 || errors !== undefined || data === undefined) {
    throw new Error(`Expected data from ${url}, received ${response.status}: ${JSON.stringify(errors)}`)
  }
  return JSON.stringify(data)
}
