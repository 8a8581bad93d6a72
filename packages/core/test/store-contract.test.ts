import { describe, test } from '@jest/globals'
import { memoryStore } from '@larder/core'
import { manualClock, storeContract } from '@larder/core/testing'

describe('memoryStore', () => {
  storeContract({ describe, test }, async () => {
    const clock = manualClock()
    const store = memoryStore({ clock })
    return { store, advance: clock.advance, close: store.close }
  }, ['leases', 'bus', 'scan'])
})

describe('memoryStore on the machine’s clock', () => {
  storeContract({ describe, test }, async () => {
    const store = memoryStore()
    return { store, close: store.close }
  }, ['leases', 'bus', 'scan'])
})

describe('a store without leases', () => {
  storeContract({ describe, test }, async () => {
    const clock = manualClock()
    const { leases, bus, scan, ...store } = memoryStore({ clock })
    return { store, advance: clock.advance, close: store.close }
  })
})
