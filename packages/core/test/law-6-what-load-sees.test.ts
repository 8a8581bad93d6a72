import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, test } from '@jest/globals'
import { observedCache } from './support/observed-cache.ts'
import { scopedLoader } from './support/scoped-loader.ts'

describe('what load sees', () => {
  test('law 6: the IDs, the scope and a signal; nothing else of the request', async () => {
    const { carts, source } = scopedLoader()
    const context = { tenant: 'a', user: 7 }
    Object.defineProperty(context, 'session', { value: 'hidden', enumerable: false })
    await carts.bind(context).load('1')

    const seen = source.calls[0]?.context as { scope: object }
    expect(Object.keys(seen).sort()).toEqual(['load', 'scope', 'signal'])
    expect(seen.scope).toEqual({ tenant: 'a', user: 7 })
    expect(seen.scope).not.toBe(context)
    expect(Reflect.ownKeys(seen.scope)).toEqual(['tenant', 'user'])
  })

  test('law 6: a scope that changes after the read began changes neither the key nor what load sees', async () => {
    const { carts, source } = scopedLoader()
    const scope = ['a']
    const loader = carts.for(scope)
    scope[0] = 'b'

    expect(await loader.load('1')).toEqual({ of: ['a'] })
    expect(await carts.for(['a']).load('1')).toEqual({ of: ['a'] })
    expect(source.calls.length).toBe(1)
  })

  test('law 6: load cannot change the scope of the loads after it', async () => {
    const { cache } = observedCache()
    const seen: unknown[] = []
    const load = async (ids: readonly string[], { scope }: { scope: { tenant: string } }) => {
      seen.push({ ...scope })
      Reflect.set(scope, 'tenant', 'b')
      return ids
    }
    const loader = cache.loader('cart', load, { scope: (it: { tenant: string }) => it }).for({ tenant: 'a' })
    await loader.load('1')
    await loader.load('2')

    expect(seen).toEqual([{ tenant: 'a' }, { tenant: 'a' }])
  })

  test('law 6: a loader without a scope is given none, and not the request’s AsyncLocalStorage', async () => {
    const { cache } = observedCache()
    const requests = new AsyncLocalStorage<string>()
    const seen: unknown[] = []
    const products = cache.loader('product', async (ids: readonly string[], { scope }) => {
      seen.push(scope, requests.getStore())
      return ids
    })
    await requests.run('request of ada', () => products.bind({ user: 'ada' }).load('1'))

    expect(seen).toEqual([undefined, undefined])
  })
})
