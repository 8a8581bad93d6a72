import { readFile } from 'node:fs/promises'

/** The schema `larder_catalog` and all that is in it. */
export const SCHEMA = 'larder_catalog'

export function readSeed(): Promise<string> {
  return readFile(new URL('./seed.sql', import.meta.url), 'utf8')
}
