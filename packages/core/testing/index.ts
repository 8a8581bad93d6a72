/**
 * Test support for Larder: for its own tests, and for those of an application or a store of your own. Nothing here
 * depends on a test runner.
 *
 * - `manualClock`: time, timers, chance and tokens in the hands of the test.
 */
export { type ManualClock, type ManualClockOptions, manualClock } from './manual-clock.ts'
