/**
 * Test support for Larder: for its own tests, and for those of an application or of a store of your own. Nothing here
 * depends on a test runner.
 *
 * - `manualClock`: time, timers, chance and tokens that move only when the test says so.
 * - `loaderSpy`: a source over a Map of rows, with a record of its calls.
 * - `faultyStore`: any store, with a record of its calls and with faults put in and taken out.
 * - `fail`, `hang`, `hold`, `holdReply`, `dropReply`, `times`: the faults that both of them take.
 * - `barrier`: where calls wait until the test lets them pass.
 * - `storeContract`: the suite that every store passes; `sampleEntry` makes entries for further tests of one.
 */
export { type Barrier, barrier } from './barrier.ts'
export { dropReply, type Fault, fail, hang, hold, holdReply, times } from './faults.ts'
export { type FaultyStore, faultyStore, type StoreOperation } from './faulty-store.ts'
export { type LoadCall, type LoaderSpy, loaderSpy } from './loader-spy.ts'
export { type ManualClock, type ManualClockOptions, manualClock } from './manual-clock.ts'
export { sampleEntry } from './sample-entry.ts'
export {
  type Capability,
  type MakeStore,
  type StoreUnderTest,
  storeContract,
  type TestRunner,
} from './store-contract.ts'
