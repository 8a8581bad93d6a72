/** How far schedules are searched: `LARDER_SEED=random` draws a seed, and what fails prints it. */
const { LARDER_SEED = '1', LARDER_RUNS = '300' } = process.env

export const search = {
  seed: LARDER_SEED === 'random' ? Date.now() : Number(LARDER_SEED),
  numRuns: Number(LARDER_RUNS),
}

/** Milliseconds that a search may take. */
export const PATIENCE = 30_000 + 100 * search.numRuns
