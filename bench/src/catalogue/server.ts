/** A process that serves the catalogue in one of its ways, and says how many SQL statements that has taken. */
import { startCatalog } from '@larder/catalog/app'
import type { Database } from '@larder/catalog/database'
import { openPglite } from '@larder/catalog/pglite'
import type { FromServer, Way } from './ways.ts'
import { serveWithoutLarder } from './without-larder.ts'

const way: Way = JSON.parse(process.argv[2] ?? '')
let statements = 0
const pglite = await openPglite()
const database: Database = {
  ...pglite,
  query(sql, params) {
    statements += 1
    return pglite.query(sql, params)
  },
}
const url = await serve()
process.on('message', () => tell({ statements }))
// The parent is gone, or done with this process.
process.on('disconnect', () => process.exit())
tell({ url })

async function serve(): Promise<string> {
  if ('batching' in way) return serveWithoutLarder(database, way.batching)
  const { redisUrl, near } = way
  const catalog = await startCatalog({ port: 0, database, redisUrl, near, log: () => {} })
  return catalog.url
}

function tell(message: FromServer): void {
  process.send?.(message)
}
