/** Calls `load`: one numbered call with a timeout and a signal, whose answer is checked. Tells how it went. */

import {
  CircuitOpenError,
  CoolingDownError,
  OverloadedError,
  SourceError,
  SourceTimeoutError,
} from '../errors/errors.ts'
import type { Engine } from '../loader/engine.ts'
import { textOf } from '../loader/loader-key.ts'
import type { Flight } from '../read/flights.ts'
import { type Found, isError, readAnswer } from './answer.ts'
import type { Outcome, Settle } from './circuit.ts'
import { eachOnce } from './each-once.ts'
import { loadingFrom } from './nesting.ts'
import type { Turn } from './slots.ts'
import { circuitOpen } from './turns.ts'

interface How {
  /** No reader waits for it. */
  readonly background: boolean
  readonly turn: Turn
}

export interface Call<V> {
  readonly number: number
  /** Whether `load` was called at all: not while the circuit is open, nor once the cache closes. */
  readonly isBegun: boolean
  /** Aligned to what was wanted. Never rejects: a call that fails has failed for each of its IDs. */
  readonly answers: Promise<Found<V>[]>
}

export function callLoad<K, V>(engine: Engine<K, V>, wanted: readonly Flight<K, V>[], how: How): Call<V> {
  const number = engine.counter.next()
  const { once, places } = eachOnce(wanted)
  const settle = admit(engine, wanted)
  if (isError(settle)) {
    how.turn.giveBack()
    const error = settle
    return { number, isBegun: false, answers: Promise.resolve(wanted.map(() => ({ error }))) }
  }
  const answers = answersOf(engine, once, number, how, settle)
  return { number, isBegun: true, answers: spread(places, answers) }
}

/**
 * What is to be told of the call, or why it is not to begin. A load that is within one of its source is a part of that one,
 * and tells its circuit nothing. What was asking for its lease when the cache closed comes too late.
 */
function admit<K, V>(engine: Engine<K, V>, flights: readonly Flight<K, V>[]): Settle | Error {
  const { lifecycle, source } = engine
  if (lifecycle.closed) return lifecycle.closedError()
  if (flights.some(({ isAdmitted }) => isAdmitted)) return () => {}
  return source.circuit.admit() ?? circuitOpen(engine)
}

async function spread<V>(places: readonly number[], answers: Promise<Found<V>[]>): Promise<Found<V>[]> {
  const found = await answers
  return places.length === found.length ? found : places.map((place) => found[place] as Found<V>)
}

async function answersOf<K, V>(
  engine: Engine<K, V>,
  wanted: readonly Flight<K, V>[],
  number: number,
  { background, turn }: How,
  settle: Settle,
) {
  const { name, clock, lifecycle } = engine
  const ids = wanted.map(({ text }) => text)
  const started = clock.monotonic()
  let answers: Found<V>[]
  let error: Error | undefined
  try {
    const answer = await runLoad(engine, wanted, number, { background, turn })
    answers = readAnswer(name, ids, answer, (key) => textOf(engine, key))
  } catch (thrown) {
    const failure = isError(thrown) ? thrown : new SourceError(name, thrown)
    error = failure
    answers = wanted.map(() => ({ error: failure }))
  }
  const missing = answers.filter((answer) => answer === 'missing').length
  const failed = answers.filter((answer) => answer !== 'missing' && 'error' in answer).length
  const found = answers.length - missing - failed
  const ms = clock.monotonic() - started
  if (!lifecycle.closed) settle(outcomeOf(answers))
  engine.events.emit('load', {
    loader: name,
    load: number,
    ids,
    found,
    missing,
    failed,
    ms,
    background,
    ...(error ? { error } : errorsIn(answers)),
  })
  return answers
}

function errorsIn<V>(answers: readonly Found<V>[]): { readonly errors?: readonly Error[] } {
  const errors = new Set(answers.flatMap((it) => (it !== 'missing' && 'error' in it ? it.error : [])))
  return errors.size > 0 ? { errors: [...errors] } : {}
}

/** Waits for `load` until its timeout, or until the cache closes; then aborts it and listens no longer. */
async function runLoad<K, V>(
  engine: Engine<K, V>,
  wanted: readonly Flight<K, V>[],
  number: number,
  { background, turn }: How,
): Promise<unknown> {
  const { name, policy, clock, lifecycle, observers, scope, source } = engine
  const controller = lifecycle.begin()
  const { signal } = controller
  const cancel = clock.after(
    policy.timeout,
    () => {
      turn.hangs()
      controller.abort(new SourceTimeoutError(name, policy.timeout))
    },
    { ref: !background },
  )
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  try {
    const ids = wanted.map(({ id }) => id)
    const context = { signal, scope: scope as never, load: number }
    const load = loadingFrom(source, wanted, async () => engine.load(ids, context))
    const loading = lifecycle.runInCacheContext(() => {
      if (observers.all === undefined) return load()
      const flights = wanted.flatMap(({ mark }) => mark ?? [])
      return observers.runLoad({ loader: name, load: number, ids: ids.length, background, flights }, load)
    })
    // Not at the timeout: what a source goes on doing still weighs on it.
    loading.then(turn.giveBack, turn.giveBack)
    return await Promise.race([loading, aborted])
  } finally {
    cancel()
    lifecycle.end(controller)
  }
}

/**
 * It has failed if all of it has. What a load within the load was refused is no failure of this source; and a load that
 * ends with nothing else may not have asked it at all.
 */
function outcomeOf<V>(answers: readonly Found<V>[]): Outcome {
  const asked = answers.filter((it) => it === 'missing' || !('error' in it) || !isRefusal(it.error))
  if (asked.length === 0) return 'unasked'
  return asked.every((it) => it !== 'missing' && 'error' in it) ? 'failed' : 'well'
}

function isRefusal(error: Error): boolean {
  return [CircuitOpenError, CoolingDownError, OverloadedError].some((refusal) => error instanceof refusal)
}
