import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

/** A client of `GET /changes`. */
export interface Listener {
  readonly status: number
  /** The IDs of each event so far. */
  readonly heard: readonly (readonly string[])[]
  /** Resolves when the stream has ended, with whether the server has ended it; it may also have broken it off. */
  readonly ended: Promise<boolean>
  /** Goes, as a page does that is closed. */
  leave(): void
}

/** Resolves when the server has answered: from then on nothing is missed. */
export async function listen(url: string): Promise<Listener> {
  const asked = request(new URL('changes', url), { agent: false }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const ended = new Promise<boolean>((resolve) => response.on('close', () => resolve(response.complete)))
  // That the other side breaks off is an end like any other.
  response.on('error', () => {})
  let text = ''
  response.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  return {
    status: response.statusCode ?? 0,
    get heard() {
      return [...text.matchAll(/^data: (.+)\n/gm)].map(([, data]) => JSON.parse(data as string))
    },
    ended,
    leave: () => response.destroy(),
  }
}
