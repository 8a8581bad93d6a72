import { describe, expect, test } from '@jest/globals'
import { fail } from '@larder/core/testing'
import { outcomeOf } from './support/observed-cache.ts'
import { productLoader } from './support/product-loader.ts'

describe('a refresh that fails', () => {
  test('law 2: rests: reads get the stale value for one command each, until the cool-down is over', async () => {
    const { loader, clock, source, commandsOf } = productLoader({ cooldown: { base: '4s', cap: '4s' } })
    await loader.load('a')
    await clock.advance(10_000)
    source.inject(fail())
    await loader.load('a')
    await clock.advance(0)
    expect(source.calls.length).toBe(2)

    const commands = await commandsOf(async () => {
      for (let i = 0; i < 3; i++) {
        expect(await loader.load('a')).toBe('old a')
        await clock.advance(1333)
      }
    })
    expect(commands).toEqual({ readMany: 3 })
    expect(source.calls.length).toBe(2)
    await clock.advance(1)
    expect(await loader.load('a')).toBe('old a')
    await clock.advance(0)
    expect(source.calls.length).toBe(3)
  })

  test('law 2: leaves the stale value until its grace is over, and the error after that', async () => {
    const { loader, clock, source } = productLoader({
      cooldown: { base: 1000, cap: 1000 },
      source: { circuit: { minimum: 100 } },
    })
    await loader.load('a')
    source.inject(fail(new Error('no connection')))
    for (let second = 1; second < 30; second++) {
      await clock.advance(1000)
      expect(await loader.load('a')).toBe('old a')
      await clock.advance(0)
    }
    expect(source.calls.length).toBe(1 + 20)
    await clock.advance(1000)

    expect(await outcomeOf(loader.load('a'))).toEqual({ error: new Error('no connection') })
  })

  test('law 2: a store that fails to grant the refresh costs no reader anything', async () => {
    const { loader, clock, store, source } = productLoader()
    await loader.load('a')
    await clock.advance(10_000)
    store.inject(fail(), 'acquire')
    expect(await loader.load('a')).toBe('old a')
    await clock.advance(0)
    store.heal()
    expect(await loader.load('a')).toBe('old a')
    await clock.advance(0)

    expect(source.calls.length).toBe(2)
  })
})
