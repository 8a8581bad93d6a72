import { describe, expect, test } from '@jest/globals'
import { manualClock } from '@larder/core/testing'
import { type Place, Slots, type Turn } from '../src/source/slots.ts'

function twoSlots(queue = 10) {
  const clock = manualClock()
  const slots = new Slots(2, queue)
  const order: string[] = []
  const turns: Turn[] = []
  const got = (name: string, turn: Turn | undefined) => {
    order.push(turn === undefined ? `not ${name}` : name)
    if (turn !== undefined) turns.push(turn)
  }
  const take = (name: string, { background = false } = {}): Place | undefined => {
    const turn = slots.take()
    if (turn !== undefined) {
      got(name, turn)
      return undefined
    }
    const place = slots.wait(background)
    void place.turn.then((it) => got(name, it))
    return place
  }
  const giveBack = () => turns.shift()?.giveBack()
  return { clock, slots, order, take, giveBack }
}

describe('a limit', () => {
  test('is a limit', async () => {
    const { clock, order, take, giveBack } = twoSlots()
    for (const name of ['1', '2', '3']) take(name)
    await clock.advance(0)
    expect(order).toEqual(['1', '2'])
    giveBack()
    await clock.advance(0)
    expect(order).toEqual(['1', '2', '3'])
  })

  test('hands a slot to the next in line: no newcomer overtakes, in the same turn neither', async () => {
    const { clock, slots, order, take, giveBack } = twoSlots()
    for (const name of ['1', '2', '3']) take(name)
    giveBack()
    expect(slots.take()).toBeUndefined()
    take('4')
    await clock.advance(0)
    expect(order).toEqual(['1', '2', '3'])
  })

  test('serves readers before refreshes, each in their order', async () => {
    const { clock, order, take, giveBack } = twoSlots()
    for (const name of ['1', '2']) take(name)
    for (const name of ['a refresh', 'another refresh']) take(name, { background: true })
    for (const name of ['3', '4']) take(name)
    for (let i = 0; i < 4; i++) {
      giveBack()
      await clock.advance(0)
    }
    expect(order).toEqual(['1', '2', '3', '4', 'a refresh', 'another refresh'])
  })

  test('takes a slot back once, however often it is given', async () => {
    const { clock, slots, order, take } = twoSlots()
    const turn = slots.take() as Turn
    for (const name of ['1', '2', '3']) take(name)
    for (let i = 0; i < 3; i++) turn.giveBack()
    await clock.advance(0)
    expect(order).toEqual(['1', '2'])
  })

  test('has a queue that can be full: then the next is refused at once', async () => {
    const { clock, order, take } = twoSlots(1)
    for (const name of ['1', '2', '3', '4']) take(name)
    await clock.advance(0)
    expect(order).toEqual(['1', '2', 'not 4'])
  })

  test('loses no slot by those who leave', async () => {
    const { clock, slots, order, take, giveBack } = twoSlots()
    for (const name of ['1', '2']) take(name)
    const place = take('3')
    take('4')
    place?.leave()
    await clock.advance(0)
    expect(order).toEqual(['1', '2', 'not 3'])
    for (let i = 0; i < 3; i++) {
      giveBack()
      await clock.advance(0)
    }
    for (const name of ['5', '6', '7']) take(name)
    await clock.advance(0)
    expect(order).toEqual(['1', '2', 'not 3', '4', '5', '6'])
    expect(slots.waiting).toBe(1)
  })

  test('sends everyone away who waits when it is closed', async () => {
    const { clock, slots, order, take } = twoSlots()
    for (const name of ['1', '2', '3']) take(name)
    take('4', { background: true })
    slots.close()
    await clock.advance(0)
    expect(order).toEqual(['1', '2', 'not 3', 'not 4'])
  })
})
