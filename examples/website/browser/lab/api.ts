/** What the page asks of the lab's server. */
import type { About, Plan, RunEvent } from '@larder/lab/contract'
import type { Happening } from './state.ts'

/** The server did not do what it was asked. Its message is for people. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

export async function askAbout(): Promise<About> {
  return (await ask('GET', '/lab/about')) as About
}

/** @returns The run's ID. */
export async function askRun(plan: Plan): Promise<string> {
  const { id } = (await ask('POST', '/lab/runs', plan)) as { id: string }
  return id
}

export async function askStop(id: string): Promise<void> {
  await ask('DELETE', `/lab/runs/${id}`)
}

/** Tells all that the run has told and will tell, until its end. @returns What ends the listening. */
export function listen(id: string, tell: (happening: Happening) => void): () => void {
  const source = new EventSource(`/lab/runs/${id}/events`)
  source.onopen = () => tell({ type: 'connected' })
  source.onmessage = ({ data }) => {
    const event = JSON.parse(data) as RunEvent
    // Before the server closes it, which would be taken for a lost connection.
    if (event.type === 'ended') source.close()
    tell(event)
  }
  source.onerror = () => {
    // It is closed where the server has answered, with something else than events; else the browser tries again.
    if (source.readyState !== EventSource.CLOSED) return tell({ type: 'cut-off' })
    tell({ type: 'ended', how: 'failed', message: 'the server does not know this run any more.' })
  }
  return () => source.close()
}

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new RefusedError('The server does not answer. See whether it still runs, then try again.', {
      cause,
    })
  })
  if (response.ok) return response.status === 204 ? undefined : response.json()
  throw new RefusedError(await reasonOf(response))
}

async function reasonOf(response: Response): Promise<string> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: string }
  if (response.status === 409) {
    return `${message ?? 'Another run goes on.'} Wait for its end, or open this page anew to see it or to stop it.`
  }
  return message ?? `The server answered ${response.status}. Look at its log, then try again.`
}
