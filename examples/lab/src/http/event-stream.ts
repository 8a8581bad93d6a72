/** A run's events as server-sent events: all that it has told and will tell, or what follows the last that was received. */
import type { Request, Response } from 'express'
import type { Run } from './runs.ts'

export function sendEvents(run: Run, request: Request, response: Response): void {
  let next = Math.min(followingOf(request.get('last-event-id')), run.events.length)
  response.set({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).flushHeaders()

  function send(): void {
    for (const event of run.events.slice(next)) {
      response.write(`id: ${next}\ndata: ${JSON.stringify(event)}\n\n`)
      next += 1
    }
    if (run.isOver) response.end()
  }

  const endListening = run.onEvent(send)
  response.on('close', endListening)
  send()
}

/** Events are numbered from 0. */
function followingOf(last: string | undefined): number {
  return last !== undefined && /^\d+$/.test(last) ? Number(last) + 1 : 0
}
