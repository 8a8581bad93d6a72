/** What happens to the cache or the database while readers come. */

/** Ms after the first reader: when it happens. By then the load has reached its rate. */
export const EVENT_AT = 3_000
/** Ms: how long what heals lasts. */
export const FAULT_LASTS = 4_000

/** `heals`: it ends by itself, after `FAULT_LASTS`. */
export const SCENARIOS = {
  'expire-hot-key': {
    title: 'Expire the hottest key',
    what: 'At the peak the time of the entry that is read most ends. Nothing else changes.',
    heals: false,
  },
  'empty-cache': {
    title: 'Empty the whole cache',
    what: 'At the peak all entries are gone, as after a FLUSHALL.',
    heals: false,
  },
  'slow-database': {
    title: 'Database slow ×10',
    what: 'Entries expire one after the other, as always; for four seconds each query takes ten times as long.',
    heals: true,
  },
  'database-down': {
    title: 'Database down',
    what: 'Entries expire one after the other, as always; for four seconds the database refuses every query.',
    heals: true,
  },
  'frozen-redis': {
    title: 'Redis frozen',
    what: 'For four seconds the store takes commands and answers none.',
    heals: true,
  },
  'unknown-ids': {
    title: 'Unknown IDs in a loop',
    what: 'From then on half of the requests ask for one of 50 products that do not exist.',
    heals: false,
  },
  'deploy-v2': {
    title: 'Deploy version 2',
    what: 'All processes are replaced at once by a version whose products have another shape.',
    heals: false,
  },
} as const

export type ScenarioName = keyof typeof SCENARIOS

export const scenarioNames = Object.keys(SCENARIOS) as readonly ScenarioName[]
