/** The state of the lab's page: what happened in, what is shown out. */
import { describe, expect, test } from '@jest/globals'
import { type About, DEFAULTS, type RunEvent, type Sample } from '@larder/lab/contract'
import { readAddress } from '../browser/lab/address.ts'
import { readDraft } from '../browser/lab/draft.ts'
import { progressOf, type Run, statusOf } from '../browser/lab/run.ts'
import { goesOn, type Happening, type LabState, opened, reduce } from '../browser/lab/state.ts'
import { NO_OUTCOMES, QUIET } from './support/totals.ts'

const ALONE: About = { database: 'simulated', store: 'memory', mostProcesses: 1, running: null }

describe('a run', () => {
  test('shows the samples of each protection, and its totals at its end', () => {
    const { rounds } = runAfter(begins('none'), sample('none', 250), sample('none', 500), totals('none'))
    expect(rounds).toEqual([{ protection: 'none', samples: [sampleAt(250), sampleAt(500)], totals: QUIET }])
  })

  test('that is told from its beginning again is shown once', () => {
    const told = [
      begins('none'),
      sample('none', 250),
      totals('none'),
      begins('larder'),
      sample('larder', 250),
    ]
    expect(runAfter(...told, ...told).rounds).toEqual(runAfter(...told).rounds)
  })

  test('goes on until it has ended', () => {
    expect(goesOn(after(accepted, begins('none')))).toBe(true)
    expect(goesOn(after(accepted, begins('none'), ended('stopped')))).toBe(false)
  })

  test('is not cut off once it has ended', () => {
    expect(after(accepted, { type: 'cut-off' }).cutOff).toBe(true)
    expect(after(accepted, { type: 'cut-off' }, begins('none')).cutOff).toBe(false)
    expect(after(accepted, ended('done'), { type: 'cut-off' }).cutOff).toBe(false)
  })

  test('takes the place of the one before', () => {
    const state = after(accepted, begins('none'), totals('none'), ended('done'), { ...accepted, id: '2' })
    expect(state.run).toMatchObject({ id: '2', rounds: [], ending: null })
  })

  test('progresses from nothing to the whole, over all protections, and never back', () => {
    const told = [begins('none'), sample('none', 5_000), totals('none'), begins('larder'), ended('done')]
    const fractions = told.map((_, index) => progressOf(runAfter(...told.slice(0, index + 1))))
    expect(fractions[0]).toBe(0)
    expect(fractions[2]).toBeCloseTo(1 / 3)
    expect(fractions.at(-1)).toBe(1)
    expect(fractions).toEqual([...fractions].sort((one, other) => one - other))
  })

  test('is not full while its last requests drain, however long that takes', () => {
    expect(progressOf(runAfter(begins('none'), sample('none', 600_000)))).toBeLessThan(1 / 3)
  })

  test('says which protection runs, and does not say it anew at each sample', () => {
    const begun = statusOf(runAfter(begins('none')))
    expect(begun).toBe('1 of 3 runs now: No protection.')
    expect(statusOf(runAfter(begins('none'), sample('none', 250)))).toBe(begun)
  })

  test('says that it was stopped, and why it failed', () => {
    expect(statusOf(runAfter(ended('stopped')))).toContain('was stopped')
    expect(statusOf(runAfter(ended('failed', 'Postgres ended.')))).toContain('failed: Postgres ended.')
  })
})

describe('the page', () => {
  test('shows the run that goes on when it opens, and its plan', () => {
    const plan = { ...DEFAULTS, rate: 50 }
    const { run, draft } = after({ type: 'met', about: { ...ALONE, running: { id: '7', plan } } })
    expect(run).toMatchObject({ id: '7', plan })
    expect(readDraft(draft).plan).toEqual(plan)
  })

  test('opens with the plan of its address', () => {
    const { draft, problem } = opened(readAddress('?scenario=empty-cache&rate=100&protections=larder'))
    expect(draft).toMatchObject({ scenario: 'empty-cache', rate: '100', protections: ['larder'] })
    expect(problem).toBeNull()
  })

  test('says what it expected of a faulty address, and sets the defaults', () => {
    const { draft, problem } = opened(readAddress('?rate=fast'))
    expect(problem).toContain('rate: expected a whole number from 1 to 5000, received "fast"')
    expect(readDraft(draft).plan).toEqual(DEFAULTS)
  })

  test('does not keep more processes than the server can start, and says so', () => {
    const state = reduce(opened(readAddress('?processes=4')), { type: 'met', about: ALONE })
    expect(state.draft.processes).toBe('1')
    expect(state.problem).toContain('expected at most 1')
  })

  test('wants at least one protection', () => {
    const { draft } = opened(readAddress(''))
    expect(readDraft({ ...draft, protections: [] }).problem).toContain('at least one')
  })

  test('shows the run that it came second to, says so until that has ended, and keeps its own plan', () => {
    const plan = { ...DEFAULTS, rate: 50 }
    const cameSecond = { type: 'came-second', about: { ...ALONE, running: { id: '7', plan } } } as const
    const state = after({ type: 'asked' }, cameSecond)
    expect(state.run).toMatchObject({ id: '7', plan })
    expect(state).toMatchObject({ asking: false, problem: expect.stringContaining('Another run goes on') })
    expect(readDraft(state.draft).plan).toEqual(DEFAULTS)
    expect(after(cameSecond, ended('done')).problem).toBeNull()
  })

  test('asks for another try where the run that it came second to has ended by then', () => {
    const state = after({ type: 'asked' }, { type: 'came-second', about: ALONE })
    expect(state).toMatchObject({ run: null, asking: false, problem: expect.stringContaining('Run again') })
  })

  test('shows a refusal until the form is changed', () => {
    const refused = after({ type: 'asked' }, { type: 'refused', problem: 'Another run goes on.' })
    expect(refused).toMatchObject({ asking: false, problem: 'Another run goes on.' })
    expect(reduce(refused, { type: 'edited', draft: refused.draft }).problem).toBeNull()
  })
})

const accepted = { type: 'accepted', id: '1', plan: DEFAULTS } as const

function after(...happenings: readonly Happening[]): LabState {
  return happenings.reduce(reduce, opened(readAddress('')))
}

function runAfter(...events: readonly RunEvent[]): Run {
  return after(accepted, ...events).run as Run
}

function begins(protection: 'none' | 'larder'): RunEvent {
  return { type: 'begins', protection }
}

function sample(protection: 'none' | 'larder', at: number): RunEvent {
  return { type: 'sample', protection, sample: sampleAt(at) }
}

function sampleAt(at: number): Sample {
  return {
    ...NO_OUTCOMES,
    at,
    requests: 0,
    p50: null,
    p99: null,
    inFlight: 0,
    queries: 0,
    waiting: 0,
    commands: 0,
  }
}

function totals(protection: 'none' | 'larder'): RunEvent {
  return { type: 'totals', protection, totals: QUIET }
}

function ended(how: 'done' | 'stopped' | 'failed', message?: string): RunEvent {
  return { type: 'ended', how, message }
}
