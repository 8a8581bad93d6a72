import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { ReadReport } from '@larder/core'

export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: what a query asks for decides its shape.
  readonly data: any
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[]
  readonly extensions: {
    readonly sql: number
    readonly larder: Readonly<Record<'loaders' | 'resolvers', Readonly<Record<string, ReadReport>>>>
  }
}

export interface Asking {
  readonly variables?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** Over HTTP, on a connection of its own that ends with the answer. */
export async function ask(url: string, query: string, { variables, headers }: Asking = {}): Promise<Answer> {
  const sent = request(new URL('graphql', url), {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', ...headers },
  })
  sent.end(JSON.stringify({ query, variables }))
  const [response] = await once(sent, 'response')
  return (await json(response)) as Answer
}
