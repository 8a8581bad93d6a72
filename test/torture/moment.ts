/**
 * Milliseconds on the one clock that all processes of a machine share: `hrtime` reads CLOCK_MONOTONIC, which counts from
 * the machine's start. (`performance.now` counts from the start of each process.) So moments that different processes
 * noted can be compared: what was noted earlier happened earlier.
 */
export type Moment = number

export function now(): Moment {
  return Number(process.hrtime.bigint()) / 1e6
}
