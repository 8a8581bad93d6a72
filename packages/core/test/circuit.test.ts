import { describe, expect, test } from '@jest/globals'
import { manualClock } from '@larder/core/testing'
import { Circuit, type CircuitSettings, type Settle } from '../src/source/circuit.ts'

function circuit(more: Partial<CircuitSettings> = {}) {
  const clock = manualClock()
  const told: string[] = []
  const settings = { failures: 0.5, over: 10_000, minimum: 4, retryAfter: 5_000, ...more }
  const it = new Circuit(clock, settings, (state) => told.push(state))
  const call = (failed: boolean) => {
    const settle = it.admit()
    settle?.(failed ? 'failed' : 'well')
    return settle !== undefined
  }
  const silent = () => it.admit()?.('silent')
  const open = () => {
    for (let i = 0; i < 4; i++) call(true)
  }
  return { clock, it, call, silent, open, told }
}

describe('it opens', () => {
  test('when so many of at least so many calls have failed', () => {
    const { it, call } = circuit()
    for (const failed of [true, true, false]) call(failed)
    expect(it.refusesFor).toBeUndefined()
    call(true)
    expect(it.refusesFor).toBe(5_000)
    expect(call(false)).toBe(false)
  })

  test('not where fewer have failed', () => {
    const { it, call } = circuit()
    for (let i = 0; i < 20; i++) {
      call(false)
      if (i % 2 === 0) call(true)
    }
    expect(it.refusesFor).toBeUndefined()
  })

  test('not for what failed longer ago than the window reaches', async () => {
    const { clock, it, call } = circuit()
    for (let i = 0; i < 3; i++) call(true)
    await clock.advance(10_000)
    call(true)
    expect(it.refusesFor).toBeUndefined()
  })

  test('when calls were waited for in vain for longer than `silence`, however many were well before', async () => {
    const { clock, it, call, silent } = circuit({ silence: 500 })
    for (let i = 0; i < 1_000; i++) call(false)
    for (let i = 0; i < 5; i++) silent()
    await clock.advance(500)
    silent()
    expect(it.refusesFor).toBeUndefined()
    await clock.advance(1)
    silent()
    expect(it.refusesFor).toBe(5_000)
  })

  test('not for silence where one call in between was well, where few were silent, or where they failed at once', async () => {
    const { clock, it, call, silent } = circuit({ silence: 500 })
    for (let i = 0; i < 1_000; i++) call(false)
    for (const next of [silent, silent, silent, () => call(false), silent, silent, silent]) {
      next()
      await clock.advance(200)
    }
    for (let i = 0; i < 10; i++) call(true)
    expect(it.refusesFor).toBeUndefined()
    silent()
    expect(it.refusesFor).toBe(5_000)
  })

  test('by the outcome of calls, whenever they began', () => {
    const { it } = circuit()
    const settles = Array.from({ length: 4 }, () => it.admit() as Settle)
    for (const settle of settles) settle('failed')
    expect(it.refusesFor).toBe(5_000)
  })
})

describe('while it is open', () => {
  test('one call probes when its time has come, and everyone else is refused at once', async () => {
    const { clock, it, open } = circuit()
    open()
    await clock.advance(4_999)
    expect(it.admit()).toBeUndefined()
    await clock.advance(1)
    expect(it.admit()).toBeDefined()
    expect(it.admit()).toBeUndefined()
    expect(it.refusesFor).toBe(5_000)
  })

  test('a probe that succeeds closes it, and what failed before is forgotten', async () => {
    const { clock, it, open, call } = circuit()
    open()
    await clock.advance(5_000)
    call(false)
    for (let i = 0; i < 3; i++) expect(call(true)).toBe(true)
    expect(it.refusesFor).toBeUndefined()
  })

  test('a probe that fails keeps it open for as long again', async () => {
    const { clock, it, open, call } = circuit()
    open()
    await clock.advance(5_000)
    call(true)
    expect(it.refusesFor).toBe(5_000)
  })

  test('calls that were admitted before it opened change nothing when they settle', async () => {
    const { clock, it, open } = circuit()
    const late = [it.admit(), it.admit()] as [Settle, Settle]
    open()
    late[0]('well')
    expect(it.refusesFor).toBe(5_000)
    await clock.advance(5_000)
    const probe = it.admit() as Settle
    late[1]('failed')
    probe('well')
    expect(it.refusesFor).toBeUndefined()
  })
})

test('it tells when it opens, and when it closes, once each', async () => {
  const { clock, open, call, told } = circuit()
  open()
  for (let i = 0; i < 2; i++) {
    await clock.advance(5_000)
    call(true)
  }
  expect(told).toEqual(['open'])
  await clock.advance(5_000)
  call(false)
  expect(told).toEqual(['open', 'closed'])
})

describe('a call that says nothing of what was to be asked', () => {
  test('does not dilute the share of those that have failed', () => {
    const { it, call } = circuit()
    for (let i = 0; i < 3; i++) call(true)
    for (let i = 0; i < 20; i++) it.admit()?.('unasked')
    expect(it.refusesFor).toBeUndefined()
    call(true)
    expect(it.refusesFor).toBe(5_000)
  })

  test('closes nothing as a probe, and lets the next one go', async () => {
    const { clock, it, call, open, told } = circuit()
    open()
    await clock.advance(5_000)
    const settle = it.admit()
    expect(it.refusesFor).toBe(5_000)
    settle?.('unasked')
    expect(told).toEqual(['open'])
    expect(call(false)).toBe(true)
    expect(told).toEqual(['open', 'closed'])
  })
})
