/** A shop that a test serves, and what closes both after it. */
import { afterEach } from '@jest/globals'
import { createShop, type Shop } from '../../src/shop.ts'

const open: (() => Promise<unknown>)[] = []

export function openShop(): Shop {
  const shop = createShop()
  open.push(() => shop.cache.close())
  return shop
}

/** What `begin` has begun stops after the test, and before the cache closes. */
export async function opened<S extends { stop(): Promise<unknown> }>(begin: Promise<S>): Promise<S> {
  const served = await begin
  open.push(() => served.stop())
  return served
}

afterEach(async () => {
  for (let close = open.pop(); close; close = open.pop()) await close()
})
