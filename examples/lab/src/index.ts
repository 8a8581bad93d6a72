/**
 * The stampede lab: a load that meets what caches meet, under three protections.
 *
 * - `contract`: what can be asked of the lab and what it tells, for whoever shows it.
 * - `run`: runs a plan. Starts server processes, gathers what they see, and cuts them off from their servers.
 * - `worker`: one such process, with its readers.
 * - `protections`: what stands between readers and database: nothing much, a single flight, Larder.
 * - `parts`: the database and the store of a process, simulated or real.
 * - `http`: the lab as routes; `cli`: in the terminal; `report`: what the docs show of it.
 */
export { createLab, type Lab } from './http/routes.ts'
export type { Backend } from './run/backend.ts'
export { openBackend } from './run/open-backend.ts'
