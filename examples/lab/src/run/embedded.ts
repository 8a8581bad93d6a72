/** No server at all: the one process simulates the database and the store, and what befalls them. */
import type { Backend, Stage } from './backend.ts'

const stage: Stage = { refuseQueries() {}, freezeStore() {}, async close() {} }

export const embedded: Backend = {
  database: 'simulated',
  store: 'memory',
  mostProcesses: 1,
  open: async () => stage,
  versions: async () => ({}),
  async close() {},
}
