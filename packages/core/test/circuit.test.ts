import { describe, expect, test } from '@jest/globals'
import { manualClock } from '@larder/core/testing'
import { Circuit, type CircuitSettings, type Settle } from '../src/circuit.ts'

function circuit(more: Partial<CircuitSettings> = {}) {
  const clock = manualClock()
  const told: string[] = []
  const settings = { failures: 0.5, over: 10_000, minimum: 4, retryAfter: 5_000, ...more }
  const it = new Circuit(clock, settings, (state) => told.push(state))
  const call = (failed: boolean) => {
    const settle = it.admit()
    settle?.(failed)
    return settle !== undefined
  }
  const open = () => {
    for (let i = 0; i < 4; i++) call(true)
  }
  return { clock, it, call, open, told }
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

  test('when nothing but failures has come for longer than `silence`, however many calls were well before', async () => {
    const { clock, it, call } = circuit({ silence: 500 })
    for (let i = 0; i < 1_000; i++) call(false)
    for (let i = 0; i < 5; i++) call(true)
    await clock.advance(500)
    call(true)
    expect(it.refusesFor).toBeUndefined()
    await clock.advance(1)
    call(true)
    expect(it.refusesFor).toBe(5_000)
  })

  test('not for silence where one call in between was well, or where few have failed', async () => {
    const { clock, it, call } = circuit({ silence: 500 })
    for (let i = 0; i < 1_000; i++) call(false)
    for (const failed of [true, true, true, false, true, true, true]) {
      call(failed)
      await clock.advance(200)
    }
    expect(it.refusesFor).toBeUndefined()
    call(true)
    expect(it.refusesFor).toBe(5_000)
  })

  test('by the outcome of calls, whenever they began', () => {
    const { it } = circuit()
    const settles = Array.from({ length: 4 }, () => it.admit() as Settle)
    for (const settle of settles) settle(true)
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
    late[0](false)
    expect(it.refusesFor).toBe(5_000)
    await clock.advance(5_000)
    const probe = it.admit() as Settle
    late[1](true)
    probe(false)
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
