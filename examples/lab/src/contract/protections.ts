/** What stands between the readers and the database. The same load is run under each. */

export const PROTECTIONS = {
  none: {
    title: 'No protection',
    what: 'Cache-aside by hand: look into the cache; if nothing is there, ask the database and store the answer.',
  },
  'single-flight': {
    title: 'DataLoader and single-flight',
    what: 'The same behind a DataLoader for each request; and of one process only one asks the database for a key at a time.',
  },
  larder: {
    title: 'Larder',
    what: 'A Larder loader with a grace, as the catalogue has them.',
  },
} as const

export type ProtectionName = keyof typeof PROTECTIONS

export const protectionNames = Object.keys(PROTECTIONS) as readonly ProtectionName[]
