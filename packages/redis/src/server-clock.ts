/**
 * The server's clock, as this process knows it. A sample of it is taken in the middle of a round trip, give or take half
 * of that: so the sample with the shortest round trip of the last minute counts.
 */
import type { Clock } from '@larder/core'
import type { RedisClient } from './client.ts'
import { execute } from './execute.ts'

interface Sample {
  /** What to add to this process's monotonic time. Milliseconds, as everywhere here. */
  readonly offset: number
  readonly roundTrip: number
  readonly takenAt: number
}

const BETWEEN_SAMPLES = 1_000
const LONGEST_USE = 60_000
/** By how much the two clocks may part in a millisecond: as fast as one is slewed that is set by another. */
const DRIFT = 0.0005

export class ServerClock {
  readonly #clock: Clock
  readonly #askTime: () => Promise<number>
  /** Old to new, and short round trips to long: the first counts, the others take its place when it is too old. */
  #samples: Sample[] = []
  #askedAt = Number.NEGATIVE_INFINITY

  /** @param askTime Asks the server for its time, in milliseconds since the epoch. */
  constructor(clock: Clock, askTime: () => Promise<number>) {
    this.#clock = clock
    this.#askTime = askTime
  }

  get isKnown(): boolean {
    return this.#samples.length > 0
  }

  /** Before the first sample it is this process's own time. */
  now(): number {
    const [best] = this.#samples
    return best === undefined ? this.#clock.now() : this.#clock.monotonic() + best.offset
  }

  /** By how many milliseconds `now` may be wrong: no more than any of the samples allows. Infinity before the first. */
  get uncertainty(): number {
    const [best] = this.#samples
    if (best === undefined) return Number.POSITIVE_INFINITY
    const now = this.#clock.monotonic()
    const allows = ({ offset, roundTrip, takenAt }: Sample) =>
      Math.abs(best.offset - offset) + roundTrip / 2 + (now - takenAt) * DRIFT
    return Math.min(...this.#samples.map(allows))
  }

  /** Takes a sample if the last is a second old. Called with every command: so it needs no timer, and delays nobody. */
  refresh(): void {
    if (this.#clock.monotonic() - this.#askedAt < BETWEEN_SAMPLES) return
    // Whatever is wrong with the server, the command that goes out with this one tells it.
    this.sample().catch(() => {})
  }

  async sample(): Promise<void> {
    const askedAt = this.#clock.monotonic()
    this.#askedAt = askedAt
    const time = await this.#askTime()
    const takenAt = this.#clock.monotonic()
    this.#add({ offset: time - (askedAt + takenAt) / 2, roundTrip: takenAt - askedAt, takenAt })
  }

  #add(sample: Sample): void {
    const [best] = this.#samples
    // They cannot both be right: the clock was set, or it is another server's.
    const isContradicted =
      best && Math.abs(best.offset - sample.offset) > (best.roundTrip + sample.roundTrip) / 2
    const kept = isContradicted ? [] : this.#samples
    this.#samples = kept.filter(
      ({ roundTrip, takenAt }) => roundTrip < sample.roundTrip && sample.takenAt - takenAt < LONGEST_USE,
    )
    this.#samples.push(sample)
  }
}

export async function askTime(client: RedisClient): Promise<number> {
  // In a pipeline, lest ioredis's `enableAutoPipelining` hold it back.
  const pipeline = client.pipeline()
  pipeline.time()
  const [reply] = await execute(pipeline)
  const [seconds, microseconds] = (reply as string[]).map(Number) as [number, number]
  return seconds * 1_000 + microseconds / 1_000
}
