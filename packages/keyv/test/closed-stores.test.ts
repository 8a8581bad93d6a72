import { AsyncResource } from 'node:async_hooks'
import { describe, expect, test } from '@jest/globals'
import { keyvStore } from '@larder/keyv'
import { versions } from './support/versions.ts'

/** What every promise made here carries: up to Node 22, one for each AsyncLocalStorage that is in use in the process. */
const carried = () => Object.getOwnPropertySymbols(new AsyncResource('carrier')).length

describe.each(versions)('on Keyv $version', ({ make }) => {
  test('a store that is closed leaves nothing that every promise carries', async () => {
    const before = carried()
    for (let i = 0; i < 5; i++) {
      const store = keyvStore(make())
      await store.readMany(['a'])
      await store.close()
    }
    expect(carried()).toBe(before)
  })
})
