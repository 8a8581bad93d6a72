/**
 * Does a promise bear an async ID? Before Node 24 it does where an AsyncLocalStorage has been used and not been disabled, and
 * that costs. Asked before there is a load, during two, when one of them has ended, and when both have.
 */
import { createCache } from '@larder/core'

const bearsId = () => Object.getOwnPropertySymbols(Promise.resolve()).length > 0

const cache = createCache({ namespace: 'shop' })
const during: boolean[] = []
const ends: (() => void)[] = []
let begun = () => {}
const bothBegun = new Promise<void>((resolve) => {
  begun = resolve
})
const loader = cache.loader('product', async (ids: readonly string[]) => {
  during.push(bearsId())
  await new Promise<void>((resolve) => {
    ends.push(resolve)
    if (ends.length === 2) begun()
  })
  return ids
})

const before = bearsId()
const first = loader.load('1')
const second = new Promise<unknown>((resolve) => setImmediate(() => resolve(loader.load('2'))))
await bothBegun
ends[0]?.()
await first
const between = bearsId()
ends[1]?.()
await second
await cache.close()
console.log(JSON.stringify({ before, during: during.every(Boolean), between, after: bearsId() }))
