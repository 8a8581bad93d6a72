import { OptionError } from '../errors/errors.ts'

/**
 * How a loader's readers are served. `on`: by way of the cache. `bypass`: from the source; the cache is neither read nor
 * written. `shadow`: from the source, too, while a sample of the keys is read and filled behind the readers, and what the
 * cache would have served is compared.
 */
export type Mode = 'on' | 'bypass' | 'shadow'

/** Of one loader: one object for its whole life, so that a read finds the mode in one step. */
export interface LoaderMode {
  readonly current: Mode
}

const MODES: readonly unknown[] = ['on', 'bypass', 'shadow'] satisfies Mode[]

/** @throws OptionError */
export function checkMode(where: string, mode: unknown): Mode {
  if (!MODES.includes(mode)) throw new OptionError(where, "'on', 'bypass' or 'shadow'", mode)
  return mode as Mode
}
