import { findOnPath } from './find-program.ts'

/** The path of the first redis-server or valkey-server on PATH, if there is one. */
export function findServer(): string | undefined {
  return findOnPath('redis-server', 'valkey-server')
}
