/** A client of graphql-ws on a socket of its own. */
import { type Client, createClient } from 'graphql-ws'
import { WebSocket } from 'ws'

export function connect(url: string, userId?: string): Client {
  return createClient({ url, webSocketImpl: WebSocket, connectionParams: { userId }, retryAttempts: 0 })
}

/** One result. */
export async function askOver(client: Client, query: string): Promise<object> {
  for await (const result of client.iterate({ query })) return result
  throw new Error('Expected a result, received none')
}
