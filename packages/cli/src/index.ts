/**
 * Larder's command line: `larder peek`, `larder hot` and `larder flush-loader`, against a cache on Redis.
 *
 * - `main.ts` is the program; `run`, what it does, for a script of your own.
 * - `arguments.ts` and `help.ts`: what it is told, and what it says about itself.
 * - `connect.ts`: a Redis server or Cluster as a store, once it can be asked.
 * - `peek.ts`, `hot.ts`, `flush-loader.ts`: the commands. The first two write nothing.
 */
export { run } from './run.ts'
export type { Terminal } from './terminal.ts'
