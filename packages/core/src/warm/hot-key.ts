/** A key that is read often. */
export interface HotKey {
  readonly loader: string
  /** `undefined` for a loader without scope. */
  readonly scope: unknown
  /** A copy of what was given to the loader. */
  readonly id: unknown
  /** How often it was read, about. Those of an hour ago count half. */
  readonly reads: number
}

/** Milliseconds after which reads count half as much: what was hot yesterday goes. */
export const HALF_LIFE = 3_600_000
