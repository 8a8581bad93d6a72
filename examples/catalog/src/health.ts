/** `GET /health`: whether this process is to be sent requests. For load balancers and orchestrators. */
import type { Health as CacheHealth } from '@larder/core'
import type { RequestHandler } from 'express'

export type Phase = 'starting' | 'ready' | 'closing'

export interface Health {
  readonly status: Phase
  /** Once there is a cache. It decides nothing: a process whose store is out serves all the same. */
  readonly cache?: CacheHealth
}

/** 200 while it is ready, 503 before and after, and the report as JSON in any case. */
export function healthRoute(report: () => Health): RequestHandler {
  return (_request, response) => {
    const health = report()
    response
      .status(health.status === 'ready' ? 200 : 503)
      .set('cache-control', 'no-store')
      .json(health)
  }
}

/** Everything else waits until it is ready. */
export function refuseUntilReady(report: () => Health): RequestHandler {
  return (_request, response, next) => {
    if (report().status !== 'starting') return next()
    response
      .status(503)
      .set('retry-after', '1')
      .json({ errors: [{ message: 'The catalogue is starting.', extensions: { code: 'STARTING' } }] })
  }
}
