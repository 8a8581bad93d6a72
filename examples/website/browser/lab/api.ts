/** What the page asks of the lab's server. */
import type { About, Plan } from '@larder/lab/contract'

/** The server did not do what it was asked. Its message is for people. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

export async function askAbout(): Promise<About> {
  return (await ask('GET', '/lab/about')) as About
}

/** @returns The run's ID. Null where another run goes on. */
export async function askRun(plan: Plan): Promise<string | null> {
  const response = await send('POST', '/lab/runs', plan)
  if (response.status === 409) return null
  const { id } = (await answerOf(response)) as { id: string }
  return id
}

export async function askStop(id: string): Promise<void> {
  await ask('DELETE', `/lab/runs/${id}`)
}

async function ask(method: string, path: string): Promise<unknown> {
  return answerOf(await send(method, path))
}

async function send(method: string, path: string, body?: object): Promise<Response> {
  return fetch(path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new RefusedError('The server does not answer. See whether it still runs, then try again.', {
      cause,
    })
  })
}

async function answerOf(response: Response): Promise<unknown> {
  if (response.ok) return response.status === 204 ? undefined : response.json()
  const { message } = (await response.json().catch(() => ({}))) as { message?: string }
  throw new RefusedError(
    message ?? `The server answered ${response.status}. Look at its log, then try again.`,
  )
}
