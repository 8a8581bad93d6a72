import { describe, expect, test } from '@jest/globals'
import { barrier, hold } from '@larder/core/testing'
import { productLoader } from './support/product-loader.ts'

describe('early', () => {
  /** An entry that took a second to load, half a second before its fresh time ends. */
  async function halfASecondBefore(beta?: number) {
    const made = productLoader({ ...(beta !== undefined && { early: { beta } }) })
    const slow = barrier()
    made.source.inject(hold(slow))
    const read = made.loader.loadMany(['a', 'b'])
    await made.clock.advance(1000)
    slow.open()
    await read
    await made.clock.advance(9500)
    return made
  }
  /** u: the draw is 1 − u, so that u is in (0, 1]. */
  const drawing = (u: number) => () => 1 - u

  test.each([
    [1, Math.exp(-0.5) + 0.001, 'late enough', 1],
    [1, Math.exp(-0.5) - 0.001, 'early', 2],
    [2, Math.exp(-0.25) + 0.001, 'late enough', 1],
    [2, Math.exp(-0.25) - 0.001, 'early', 2],
    [0, 1e-12, 'late enough, with early refresh off', 1],
    [1, 1, 'late enough', 1],
  ])('law 2: by β = %d and u = %d half a δ before its end an entry is %s', async (beta, u, _, loads) => {
    const { loader, clock, source } = await halfASecondBefore(beta)
    clock.draw = drawing(u)

    expect(await loader.load('a')).toBe('old a')
    await clock.advance(0)
    expect(source.calls.length).toBe(loads)
  })

  test('law 2: an early refresh is in the background, and one draw decides for the batch', async () => {
    const { loader, clock, source, asked } = await halfASecondBefore()
    source.inject(hold(barrier()))
    let draws = 0
    clock.draw = () => {
      draws++
      return 0.999
    }

    expect(await loader.loadMany(['a', 'b'])).toEqual(['old a', 'old b'])
    expect(draws).toBe(1)
    await clock.advance(0)
    expect(asked()).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  test('missing is not refreshed early', async () => {
    const { loader, clock, source } = productLoader({ missingTtl: '5s' })
    const slow = barrier()
    source.inject(hold(slow))
    const read = loader.load('x')
    await clock.advance(1000)
    slow.open()
    await read
    await clock.advance(4900)
    clock.draw = drawing(0.001)

    expect(await loader.load('x')).toBe(null)
    await clock.advance(0)
    expect(source.calls.length).toBe(1)
  })
})
