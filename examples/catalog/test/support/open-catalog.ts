import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals'
import { type Catalog, startCatalog } from '../../src/app.ts'
import { openPglite } from '../../src/database/pglite.ts'
import { type Answer, type Asking, ask } from './ask.ts'
import { type WatchedDatabase, watch } from './watched-database.ts'

export interface OpenCatalog {
  readonly catalog: Catalog
  readonly database: WatchedDatabase
  /** The lines it has logged. */
  readonly log: readonly string[]
  ask(query: string, asking?: Asking): Promise<Answer>
}

/** A catalogue for each test of a suite, its cache empty, over the suite's one database. */
export function openCatalog(options: { readonly redisUrl?: () => string } = {}): OpenCatalog {
  let database: WatchedDatabase
  let catalog: Catalog
  let log: string[]
  jest.setTimeout(120_000)

  beforeAll(async () => {
    database = watch(await openPglite())
  })
  afterAll(() => database.close())

  beforeEach(async () => {
    log = []
    catalog = await startCatalog({
      port: 0,
      database,
      redisUrl: options.redisUrl?.(),
      log: (line) => log.push(line),
    })
    database.forget()
  })
  afterEach(() => catalog.stop())

  return {
    get catalog() {
      return catalog
    },
    get database() {
      return database
    },
    get log() {
      return log
    },
    ask: (query, asking) => ask(catalog.url, query, asking),
  }
}
