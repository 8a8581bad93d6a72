/**
 * What every Store promises, as tests that any runner can run:
 *
 *     storeContract({ describe, test }, async () => ({ store: myStore(…), close: async () => … }))
 */
import assert from 'node:assert/strict'
import { acquireContract } from './contract/acquire.ts'
import { busContract } from './contract/bus.ts'
import { coolDownContract } from './contract/cool-down.ts'
import { expireContract } from './contract/expire.ts'
import { fillContract } from './contract/fill.ts'
import { holdContract } from './contract/hold.ts'
import { invalidateContract } from './contract/invalidate.ts'
import { keysContract, scanContract, scanLeasesContract } from './contract/keys.ts'
import { lifetimesContract } from './contract/lifetimes.ts'
import { markContract } from './contract/mark.ts'
import { partsContract } from './contract/parts.ts'
import { promoteContract } from './contract/promote.ts'
import type { LeasesUnderTest, MakeStore, Promises, StoreUnderTest, TestRunner } from './contract/subject.ts'
import { valuesContract } from './contract/values.ts'

export type { MakeStore, StoreUnderTest, TestRunner }

/** What a store may offer beyond reading, writing and deleting. */
export type Capability = 'leases' | 'bus' | 'scan' | 'partOf'

const CAPABILITIES = ['leases', 'bus', 'scan', 'partOf'] as const

/**
 * Defines the contract's tests. `make` is called once for each and gives an empty store, which is closed afterwards.
 *
 * @param offers The capabilities that the store has. One that it has and that is not named fails the suite, as does one
 *   that is named and that it has not.
 */
export function storeContract(runner: TestRunner, make: MakeStore, offers: readonly Capability[] = []): void {
  const { describe, test } = runner

  const promises: Promises<StoreUnderTest> = (name, body) =>
    test(name, async () => {
      const subject = await make()
      try {
        await body(subject)
      } finally {
        await subject.close()
      }
    })
  const leasesPromise: Promises<LeasesUnderTest> = (name, body) =>
    promises(name, (subject) => {
      assert(subject.store.leases, 'the store has leases')
      return body({ ...subject, leases: subject.store.leases })
    })

  promises(`offers ${offers.join(', ') || 'no more than it must'}`, async ({ store }) => {
    assert.deepEqual(
      CAPABILITIES.filter((capability) => store[capability] !== undefined),
      CAPABILITIES.filter((capability) => offers.includes(capability)),
    )
  })
  describe('values', () => valuesContract(promises))
  describe('keys', () => keysContract(promises))
  describe('lifetimes', () => lifetimesContract(promises))
  if (offers.includes('scan')) describe('scan', () => scanContract(promises))
  if (offers.includes('scan') && offers.includes('leases')) {
    describe('scan', () => scanLeasesContract(leasesPromise))
  }
  if (offers.includes('partOf')) describe('parts', () => partsContract(promises))
  if (offers.includes('leases')) {
    describe('acquire', () => acquireContract(leasesPromise))
    describe('fill', () => fillContract(leasesPromise))
    describe('cool-down', () => coolDownContract(leasesPromise))
    describe('invalidate', () => invalidateContract(leasesPromise))
    describe('hold after an invalidation', () => holdContract(leasesPromise))
    describe('promote', () => promoteContract(leasesPromise))
    describe('expire', () => expireContract(leasesPromise))
    describe('mark', () => markContract(leasesPromise))
  }
  if (offers.includes('bus')) describe('bus', () => busContract(leasesPromise))
}
