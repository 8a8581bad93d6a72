/** What the contract suite is given, and what its parts share. */
import assert from 'node:assert/strict'
import type { Leases, Store } from '../../src/store/store.ts'
import { systemClock } from '../../src/time/clock.ts'

/** The two functions that any test runner has: Jest's, Vitest's, `node:test`'s. */
export interface TestRunner {
  describe(name: string, body: () => void): unknown
  test(name: string, body: () => Promise<void>): unknown
}

/** An empty store, made for one test. */
export interface StoreUnderTest {
  readonly store: Store
  /** A second store over the same data, as another process would have it. */
  readonly other?: Store
  /** Moves the store's clock. Without it, real time has to pass. */
  advance?(ms: number): Promise<void>
  /** Puts something under `key` that is no text, where the backend has such. */
  plantForeign?(key: string): Promise<void>
  /** Closes the stores, and what the maker opened for them. */
  close(): Promise<void>
}

export type MakeStore = () => Promise<StoreUnderTest>

export interface LeasesUnderTest extends StoreUnderTest {
  readonly leases: Leases
}

/** A promise of the contract, and the test that a store keeps it. */
export type Promises<S> = (name: string, body: (subject: S) => Promise<void>) => void

/** How far the store's clock, as a process knows it, may be from the stamps of its writes. In ms. */
export const CLOCK_TOLERANCE = 250

/** Below the 5 s that runners give a test, so that what was waited for is told. */
const DEADLINE = 4_000
const POLL = 5

/** Resolves when the condition holds. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + DEADLINE
  while (!(await condition())) {
    assert(performance.now() < end, `expected within ${DEADLINE} ms: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, POLL))
  }
}

/** Resolves when `ms` milliseconds have passed on the store's clock. */
export async function pass({ store, advance }: StoreUnderTest, ms: number): Promise<void> {
  if (advance) return advance(ms)
  const end = store.now() + ms
  await eventually(() => store.now() > end)
}

/** Resolves when a life of `ms` milliseconds, begun before, has ended and the store shows it. */
export async function outlive(subject: StoreUnderTest, ms: number, key: string): Promise<void> {
  // At the very end of its life it may still be there.
  await subject.advance?.(ms + 1)
  await eventually(async () => (await readOne(subject.store, key)) === undefined)
}

export async function readOne(store: Store, key: string): Promise<string | undefined> {
  const [stored] = await store.readMany([key])
  return stored
}

export const newToken = systemClock.token
