/** Hears from the server what a run tells. */
import type { RunEvent } from '@larder/lab/contract'
import type { Happening } from './state.ts'

/**
 * Tells all that the run has told and will tell, until its end: all of it again whenever the page is shown again.
 *
 * @returns What ends the listening.
 */
export function listen(id: string, tell: (happening: Happening) => void): () => void {
  let end = () => {}
  const begin = () => {
    end()
    // A browser has few connections for a server: a page that nobody sees takes none.
    end = document.hidden ? () => {} : open(id, tell)
  }
  document.addEventListener('visibilitychange', begin)
  begin()
  return () => {
    document.removeEventListener('visibilitychange', begin)
    end()
  }
}

function open(id: string, tell: (happening: Happening) => void): () => void {
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
