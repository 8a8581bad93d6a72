/** Who reads what, and when: the same in each run of a plan, however many processes share it. */
import { EVENT_AT, LIMITS, type Plan } from '../contract/index.ts'
import { PRODUCTS } from '../parts/products.ts'

/** Ms until the load has reached its rate. */
const RAMP = 1_000
const UNKNOWN_IDS = 50

/** Ms after the first reader when the reader of this number is due. */
export function dueOf(reader: number, { rate }: Plan): number {
  const inRamp = (rate * RAMP) / 2_000
  return reader < inRamp ? Math.sqrt((reader * 2_000 * RAMP) / rate) : RAMP / 2 + (reader * 1_000) / rate
}

/** What the reader of this number asks for. */
export function askedBy(reader: number, plan: Plan): string {
  const chance = fraction(reader)
  if (plan.scenario === 'unknown-ids' && isUnknown(reader) && dueOf(reader, plan) >= EVENT_AT) {
    return `no-such-product-${1 + Math.floor(chance * UNKNOWN_IDS)}`
  }
  return String(1 + SHARES.findIndex((share) => chance < share))
}

/** Half of them, and half of those of each process: they share readers out one by one, and are eight at the most. */
function isUnknown(reader: number): boolean {
  return Math.floor(reader / LIMITS.processes[1]) % 2 === 1
}

/** From 0 to 1, and looks drawn: the numbers of readers that come one after the other fall far apart. (A mixer of 32 bits.) */
function fraction(reader: number): number {
  let mixed = Math.imul(reader + 1, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}

/** Zipf's law: the product of rank r is asked for 1/r as often as the first. By rank, the share of all that come before the next. */
const SHARES = cumulated(Array.from({ length: PRODUCTS }, (_, i) => 1 / (i + 1)))

function cumulated(weights: readonly number[]): number[] {
  const shares: number[] = []
  for (const weight of weights) shares.push((shares.at(-1) ?? 0) + weight / sumOf(weights))
  // Whatever the last bit of a sum is, the last one ends at 1.
  shares[shares.length - 1] = 1
  return shares
}

function sumOf(weights: readonly number[]): number {
  return weights.reduce((a, b) => a + b)
}
