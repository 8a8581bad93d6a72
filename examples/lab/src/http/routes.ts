/** The lab over HTTP, below `/lab`: what it is, its runs, and what they tell. */
import express, { type ErrorRequestHandler, type Router } from 'express'
import { type About, PlanError, readPlan } from '../contract/index.ts'
import type { Backend } from '../run/backend.ts'
import { sendEvents } from './event-stream.ts'
import { BusyError, createRuns } from './runs.ts'

export interface Lab {
  readonly routes: Router
  close(): Promise<void>
}

export function createLab(backend: Backend): Lab {
  const runs = createRuns(backend)
  const routes = express.Router()

  routes.get('/about', (_request, response) => {
    const { database, store, mostProcesses } = backend
    const running = runs.last?.isOver === false ? { id: runs.last.id, plan: runs.last.plan } : null
    response
      .set('cache-control', 'no-store')
      .json({ database, store, mostProcesses, running } satisfies About)
  })

  routes.post('/runs', express.json(), (request, response) => {
    // A page from elsewhere cannot send JSON here without asking first, which is not answered.
    if (!request.is('json')) {
      response.status(415).json({ message: 'Expected a plan as application/json.' })
      return
    }
    if (Array.isArray(request.body)) throw new PlanError('Expected a plan as an object, received a list.')
    const { id } = runs.start(readPlan(request.body))
    response.status(201).json({ id })
  })

  routes.use('/runs/:id', (request, response, next) => {
    if (runs.last?.id === request.params.id) return next()
    response.status(404).json({ message: 'There is no such run any more: the lab keeps the last one.' })
  })

  routes.delete('/runs/:id', (_request, response) => {
    runs.last?.stop()
    response.status(204).end()
  })

  routes.get('/runs/:id/events', (request, response) => {
    if (runs.last !== undefined) sendEvents(runs.last, request, response)
  })

  routes.use(answerRefusal)
  return { routes, close: () => runs.close() }
}

const answerRefusal: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof PlanError) response.status(400).json({ message: error.message })
  else if (error instanceof BusyError)
    response.status(409).json({ message: error.message, running: error.running })
  // Such as a body that is no JSON.
  else if (error.status >= 400 && error.status < 500)
    response.status(error.status).json({ message: error.message })
  else next(error)
}
